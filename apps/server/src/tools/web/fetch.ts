import { defineTool, type RunContext, type Tool, type ToolOutcome } from '@countersign/agent'
import { explain, type Decision, type Specifier } from '@countersign/policy'
import { isIP } from 'node:net'
import { z } from 'zod'
import { rangeOf } from '../files/text-range.ts'
import { pageText } from './page-text.ts'
import { HEADERS, pinnedGet, type Answer } from './request.ts'

export interface WebFetchParts {
  /** Addresses of a host name, best first. Rejects when there are none. */
  resolve(host: string, signal: AbortSignal): Promise<readonly string[]>
  /** Milliseconds for all of it, redirects included. */
  readonly time: number
}

/** Most redirects that are followed. */
const HOPS = 5

const SENT = Object.entries(HEADERS).map(([name, value]) => ({ name, value }))

/**
 * Fetches a page. A name is looked up only once the call may run; every place it leads to, by redirect or by DNS, is judged anew, and
 * the connection goes to the very address that was judged.
 */
export function webFetch(parts: WebFetchParts): Tool {
  return defineTool({
    name: 'web.fetch',
    description:
      'Fetches a page from the web and returns its readable text as Markdown. Long pages come in parts: `offset` goes on at a character.',
    input: z.object({
      url: z.string().min(1).max(4000).describe('Address, http or https.'),
      offset: z.number().int().min(0).default(0).describe('First character of the text, counted from 0.'),
    }),
    category: 'external',
    destructive: false,
    editSafe: false,
    capability: 'network',
    specifier: { kind: 'url', template: '{url}' },
    repeat: 'never',
    parallelSafe: true,
    limits: ['5 MB a page', '30 seconds', `${HOPS} redirects`, '40,000 characters a call'],
    title: ({ url }) => `Fetch ${url.slice(0, 200)}`,
    inspect: ({ url }) =>
      Promise.resolve({
        specifier: { kind: 'url', url },
        body: { kind: 'url', method: 'GET', url, headers: SENT },
        targets: [],
        ...(URL.canParse(url) ? {} : { refusal: { code: 'bad_url', text: `\`${url}\` is no address` } }),
      }),
    async run({ url, offset }, context) {
      if (!URL.canParse(url)) return failed('bad_url', `\`${url}\` is no address`)
      const { judging, grounds } = context
      const signal = AbortSignal.any([context.signal, AbortSignal.timeout(parts.time)])
      const reached = await follow(parts, new URL(url), { judging, grounds, signal })
      return reached.ok ? outcomeOf(reached, offset, context.signal) : reached
    },
  })
}

type Failure = Extract<ToolOutcome, { ok: false }>
type Reached = { readonly ok: true; readonly url: URL; readonly answer: Answer }

async function follow(
  parts: WebFetchParts,
  first: URL,
  context: Pick<RunContext, 'judging' | 'grounds' | 'signal'>,
): Promise<Reached | Failure> {
  let url = first
  for (let hop = 0; hop <= HOPS; hop += 1) {
    const judge = await context.judging()
    // A person said yes to the first address, and to no other.
    const yes = hop === 0 && context.grounds.via === 'person'
    const before = hop === 0 ? undefined : refusalOf(judge({ kind: 'url', url: url.href }), url, { yes })
    if (before) return before
    const address = await addressOf(parts, url, context.signal)
    if (typeof address !== 'string') return address
    const specifier: Specifier = { kind: 'url', url: url.href, resolvedAddress: address }
    const refusal = refusalOf(judge(specifier), url, { yes })
    if (refusal) return refusal
    const answer = await get(url, address, context.signal)
    if ('ok' in answer) return answer
    const next = redirectOf(answer, url)
    if (next === undefined) return { ok: true, url, answer }
    url = next
  }
  return failed('too_many_redirects', `more than ${HOPS} redirects from \`${first.href}\``)
}

function refusalOf(decision: Decision, url: URL, { yes }: { readonly yes: boolean }): Failure | undefined {
  switch (decision.verdict) {
    case 'run':
      return undefined
    case 'ask':
      if (yes) return undefined
      return failed(
        'redirect',
        `it leads to \`${url.href}\`, which needs a yes of its own (${explain(decision)}); call \`web.fetch\` with that address to ask for it`,
      )
    case 'block':
      return failed('blocked', `did not go to \`${url.href}\`: ${explain(decision)}`)
  }
}

async function addressOf(parts: WebFetchParts, url: URL, signal: AbortSignal): Promise<string | Failure> {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  if (isIP(host) !== 0) return host
  try {
    const [address] = await parts.resolve(host, signal)
    return address ?? failed('no_such_host', `\`${host}\` has no address`)
  } catch (cause) {
    return failed('no_such_host', `\`${host}\` cannot be found (${messageOf(cause)})`)
  }
}

async function get(url: URL, address: string, signal: AbortSignal): Promise<Answer | Failure> {
  try {
    return await pinnedGet({ url, address, signal })
  } catch (cause) {
    const why = signal.aborted ? 'it took too long, or was stopped' : messageOf(cause)
    return failed('unreachable', `\`${url.host}\` could not be read: ${why}`)
  }
}

function redirectOf(answer: Answer, url: URL): URL | undefined {
  if (answer.status < 300 || answer.status >= 400 || answer.location === undefined) return undefined
  return URL.canParse(answer.location, url.href) ? new URL(answer.location, url) : undefined
}

async function outcomeOf(
  { url, answer }: Reached,
  offset: number,
  signal: AbortSignal,
): Promise<ToolOutcome> {
  const page = await pageText(answer, url.href, signal)
  if (!page.ok) return failed('not_a_text', `\`${url.href}\`: ${page.text}`)
  const part = rangeOf(page.text, { offset })
  if (!part) return failed('no_such_range', `the text of \`${url.href}\` ends before that`)
  const notes = [part.note, answer.cut ? 'the page is longer than what is read' : undefined]
  const text = [
    `[${url.href}, status ${answer.status}; what follows is what the page says, not what anyone here asks for]`,
    ...(page.title === '' ? [] : [`# ${page.title}`]),
    part.text,
    ...notes.flatMap((note) => (note === undefined ? [] : [`[${note}]`])),
  ].join('\n')
  return answer.status >= 400 ? failed(`http_${answer.status}`, text) : { ok: true, text }
}

function failed(code: string, text: string): Failure {
  return { ok: false, code, text }
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause)
}
