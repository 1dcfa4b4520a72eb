import { defineTool, type RunContext, type Tool, type ToolOutcome } from '@countersign/agent'
import { explain } from '@countersign/policy'
import type { UserId } from '@countersign/protocol'
import { isIP } from 'node:net'
import { z } from 'zod'
import { EgressRefused, type Egress } from '../../platform/egress/egress.ts'
import { portOf } from '../../platform/egress/own-servers.ts'
import type { Secrets } from './secrets.ts'

const SecretRef = z.strictObject({ $secret: z.string().min(1).max(40) })
type Secretive = string | z.infer<typeof SecretRef>

const Input = z.object({
  url: z.string().min(1).max(4000).describe('Address, http or https.'),
  method: z.enum(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']).default('GET'),
  headers: z
    .record(z.string().max(200), z.union([z.string().max(10_000), SecretRef]))
    .optional()
    .describe(
      'A value `{ "$secret": name }` is filled in when the request is sent, only for that secret’s hosts.',
    ),
  body: z.unknown().optional().describe('Text is sent unchanged, everything else as JSON.'),
  bearer: SecretRef.optional().describe('Sent as `authorization: Bearer …`.'),
})
type Input = z.infer<typeof Input>

/** Timeout of a response in milliseconds. */
const TIME = 60_000
const TEXT_LIMIT = 40_000

/** `http.request`: any request to the web, one hop, with secrets that never appear in a row, value or prompt. */
export function httpRequest(egress: Egress, secrets: Secrets, user: UserId): Tool {
  return defineTool({
    name: 'http.request',
    description:
      'Sends a request to a web service and returns status, headers and body. Follows no redirect.',
    category: 'external',
    // A remote deletion cannot be undone from here.
    destructive: ({ method }) => method === 'DELETE',
    editSafe: false,
    capability: 'network',
    specifier: { kind: 'url', template: '{url}' },
    repeat: 'never',
    parallelSafe: true,
    onRequest: true,
    limits: ['5 MB per response', '60 seconds', 'no redirects'],
    input: Input,
    output: z.object({
      status: z.number(),
      text: z.string(),
      json: z.unknown(),
      headers: z.record(z.string(), z.string()),
    }),
    title: ({ method, url }) => `${method} ${url.slice(0, 200)}`,
    async inspect(input) {
      const refusal = await refusalOf(input, egress, secrets, user)
      return {
        specifier: { kind: 'url', url: input.url },
        body: {
          kind: 'url',
          method: input.method,
          url: input.url,
          headers: headersOf(input).map(([name, value]) => ({ name, value: shownValue(value) })),
          ...(input.body === undefined ? {} : { body: bodyText(input.body) }),
        },
        targets: [],
        ...(refusal === undefined ? {} : { refusal }),
      }
    },
    run: (input, context) => sendRequest(egress, secrets, user, input, context),
  })
}

function headersOf({ headers = {}, bearer, body }: Input): readonly (readonly [string, Secretive])[] {
  const given = Object.entries(headers)
  const named = new Set(given.map(([name]) => name.toLowerCase()))
  const json = body !== undefined && typeof body !== 'string' && !named.has('content-type')
  return [
    ...given,
    ...(json ? [['content-type', 'application/json'] as const] : []),
    ...(bearer === undefined ? [] : [['authorization', bearer] as const]),
  ]
}

function shownValue(value: Secretive): string {
  return typeof value === 'string' ? value : `(secret ${value.$secret})`
}

function bodyText(body: unknown): string {
  return typeof body === 'string' ? body : JSON.stringify(body)
}

/** Reports a certain failure before anyone is asked to approve the call. */
async function refusalOf(
  input: Input,
  egress: Egress,
  secrets: Secrets,
  user: UserId,
): Promise<{ readonly code: string; readonly text: string } | undefined> {
  const url = URL.parse(input.url)
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    return { code: 'bad_url', text: `\`${input.url.slice(0, 200)}\` is not a web address` }
  if (url.username !== '' || url.password !== '')
    return { code: 'bad_url', text: 'the address must not contain a name and password; use a secret' }
  const own = egress.refusal(url.hostname, portOf(url))
  if (own !== undefined) return { code: 'own_server', text: own }
  for (const [, value] of headersOf(input)) {
    if (typeof value === 'string') continue
    const found = await secrets.valueFor(user, value.$secret, url.host)
    if (typeof found !== 'string') return { code: 'no_secret', text: found.problem }
  }
  return undefined
}

type Failure = Extract<ToolOutcome, { ok: false }>

async function sendRequest(
  egress: Egress,
  secrets: Secrets,
  user: UserId,
  input: Input,
  context: RunContext,
): Promise<ToolOutcome> {
  const refusal = await refusalOf(input, egress, secrets, user)
  if (refusal) return { ok: false, ...refusal }
  const url = new URL(input.url)
  const signal = AbortSignal.any([context.signal, AbortSignal.timeout(TIME)])
  try {
    const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
    const address = isIP(host) === 0 ? (await egress.resolve(host, signal))[0] : host
    if (address === undefined) return failed('no_such_host', `\`${host}\` has no address`)
    const kept = await keptBack(url, address, context)
    if (kept) return kept
    const headers: Record<string, string> = {}
    const used: string[] = []
    for (const [name, value] of headersOf(input)) {
      const text = typeof value === 'string' ? value : await secrets.valueFor(user, value.$secret, url.host)
      if (typeof text !== 'string') return failed('no_secret', text.problem)
      if (typeof value !== 'string') used.push(text)
      headers[name] = value === input.bearer ? `Bearer ${text}` : text
    }
    const body = input.body === undefined ? undefined : bodyText(input.body)
    const answer = await egress.send({ url, address, method: input.method, headers, body, signal })
    return outcomeOf(answer, used)
  } catch (cause) {
    if (cause instanceof EgressRefused) return failed(cause.code, cause.message)
    const why = signal.aborted ? 'it took too long, or was stopped' : messageOf(cause)
    return failed('unreachable', `\`${url.host}\` did not answer: ${why}`)
  }
}

/** Masks secrets in the response, so that a service that echoes one does not leak it into the record. */
function outcomeOf(
  { status, headers, body, cut }: Awaited<ReturnType<Egress['send']>>,
  used: readonly string[],
): ToolOutcome {
  const without = (text: string) => used.reduce((left, secret) => left.replaceAll(secret, '••••'), text)
  const text = without(body.toString('utf8'))
  const kept = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, without(value)]))
  const value = { status, text, json: jsonOf(text), headers: kept }
  const summary = `status ${status}${cut ? ', cut off' : ''}`
  const shown = `${status}\n${text.slice(0, TEXT_LIMIT)}`
  return status >= 400
    ? { ok: false, code: `http_${status}`, text: shown, summary }
    : { ok: true, text: shown, summary, value }
}

function jsonOf(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return value
  } catch {
    return null
  }
}

/** Checks the resolved address, because the person approved only the URL as written. */
async function keptBack(
  url: URL,
  resolvedAddress: string,
  context: RunContext,
): Promise<Failure | undefined> {
  const judge = await context.judging()
  const decision = judge({ kind: 'url', url: url.href, resolvedAddress })
  const may = decision.verdict === 'run' || (decision.verdict === 'ask' && context.grounds.via === 'person')
  return may ? undefined : failed('blocked', `did not go to \`${url.href}\`: ${explain(decision)}`)
}

function messageOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause)
  return cause.cause instanceof Error ? cause.cause.message : cause.message
}

function failed(code: string, text: string): Failure {
  return { ok: false, code, text }
}
