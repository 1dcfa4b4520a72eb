import { Client, StreamableHTTPClientTransport, type OAuthClientProvider } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { cleanEnvironment } from '../../processes/clean-environment.ts'
import type { findReaper } from '../../processes/reaper.ts'
import { VERSION } from '../../version.ts'
import type { ListedServer } from './server-list.ts'

/** Milliseconds that a server has to start and identify itself. */
const START_LIMIT = 30_000
/** Bytes of one message. */
const MESSAGE_LIMIT = 10_000_000

export interface ClientParts {
  readonly reaper: Awaited<ReturnType<typeof findReaper>>
  readonly home: string
  /** Default folder of servers. */
  readonly folder: string
  /** For reaching servers over HTTP, and for their sign-in. */
  readonly fetch: typeof globalThis.fetch
}

export interface ClientEvents {
  /** The tools may have changed. */
  toolsChanged(): void
  closed(): void
  /** A line that the server wrote outside of the protocol. */
  complained(text: string): void
  /** The server asks the person something. */
  elicit(params: unknown, signal: AbortSignal): Promise<ElicitAnswer>
}

export interface ElicitAnswer {
  readonly action: 'accept' | 'decline' | 'cancel'
  readonly content?: Record<string, string | number | boolean | string[]>
}

/** Connects to a server. Rejects if it does not start, does not answer in time, or requires a person to sign in first. */
export async function openClient(
  server: ListedServer,
  parts: ClientParts & { readonly oauth?: OAuthClientProvider },
  events: ClientEvents,
): Promise<Client> {
  const client = new Client(
    { name: 'countersign', version: VERSION },
    {
      // Sampling and roots are not offered: a server cannot use our model or look for folders.
      capabilities: { elicitation: { form: {}, url: {} } },
      versionNegotiation: { mode: 'auto', probe: { timeoutMs: 10_000 } },
      listChanged: { tools: { autoRefresh: false, onChanged: () => events.toolsChanged() } },
      // Results are shown, not trusted, so a foreign schema for them is not worth running.
      jsonSchemaValidator: {
        getValidator: () => (input) => ({ valid: true, data: input as never, errorMessage: undefined }), // unchecked on purpose
      },
    },
  )
  client.setRequestHandler('elicitation/create', async (request, context) => ({
    ...(await events.elicit(request.params, context.mcpReq.signal)),
  }))
  // A client is not an EventTarget: this is how to listen to it.
  Object.assign(client, {
    onclose: () => events.closed(),
    onerror: (error: Error) => events.complained(error.message),
  })
  await client.connect(transportOf(server, parts, events), { timeout: START_LIMIT })
  return client
}

function transportOf(
  { name, transport }: ListedServer,
  parts: ClientParts & { readonly oauth?: OAuthClientProvider },
  events: ClientEvents,
): StdioClientTransport | StreamableHTTPClientTransport {
  if (transport.kind === 'http') {
    return new StreamableHTTPClientTransport(new URL(transport.url), {
      requestInit: { headers: transport.headers },
      fetch: parts.fetch,
      ...(parts.oauth ? { authProvider: parts.oauth } : {}),
    })
  }
  const asked = { file: transport.command, args: transport.args }
  // Many servers are started by a program that starts another: all of them end together.
  const { file, args } = parts.reaper?.(asked, { joined: false }) ?? asked
  const stdio = new StdioClientTransport({
    command: file,
    args: [...args],
    env: { ...cleanEnvironment({ home: parts.home, marker: `mcp-${name}`, pty: false }), ...transport.env },
    cwd: transport.cwd ?? parts.folder,
    stderr: 'pipe',
    maxBufferSize: MESSAGE_LIMIT,
  })
  stdio.stderr?.on('data', (bytes: Buffer) => events.complained(bytes.toString('utf8')))
  return stdio
}

/** Completes a person's sign-in. Rejects if the server does not accept it. */
export async function finishSignIn(
  url: string,
  { oauth, fetch }: { readonly oauth: OAuthClientProvider | undefined; readonly fetch: ClientParts['fetch'] },
  answer: URLSearchParams,
): Promise<void> {
  if (!oauth) return
  await new StreamableHTTPClientTransport(new URL(url), { authProvider: oauth, fetch }).finishAuth(answer)
}
