import { defineTool, type RunContext, type Tool, type ToolOutcome } from '@countersign/agent'
import { BUILTIN_TOOLS, explain } from '@countersign/policy'
import { fetchNameOf, type PluginManifest } from '@countersign/protocol'
import { isIP } from 'node:net'
import { z } from 'zod'
import { EgressRefused, type Egress } from '../../platform/egress/egress.ts'
import { portOf } from '../../platform/egress/own-servers.ts'

/** Milliseconds for an answer. */
const TIME = 30_000
/** Maximum length of an answer for a plugin: one message of the bridge. */
const ANSWER_LIMIT = 60_000

type Failure = Extract<ToolOutcome, { ok: false }>

/**
 * A plugin's network request, as a call at the gate under the plugin's own name: a GET without cookies or keys, to a declared host. It
 * follows no redirects, and everything that rules forbid `web.fetch` is forbidden too.
 */
export function fetchTool({ id, name, permissions }: PluginManifest, egress: Egress): Tool {
  return defineTool({
    name: fetchNameOf(id),
    description: `Requests of the plugin ${name}.`,
    input: z.object({ url: z.string().min(1).max(4000) }),
    category: 'external',
    destructive: false,
    editSafe: false,
    capability: 'network',
    specifier: { kind: 'url', template: '{url}' },
    repeat: 'never',
    parallelSafe: true,
    title: ({ url }) => `Fetch ${url.slice(0, 200)} for the plugin ${name}`,
    inspect: ({ url }) => {
      const refusal = refusalOf(url, permissions.network, egress)
      return {
        specifier: { kind: 'url', url },
        body: { kind: 'url', method: 'GET', url },
        targets: [],
        ...(refusal === undefined ? {} : { refusal }),
      }
    },
    run: ({ url }, context) => get(egress, new URL(url), context),
  })
}

/** A call that would fail is refused before anyone is asked about it. */
function refusalOf(
  text: string,
  hosts: readonly string[],
  egress: Egress,
): { readonly code: string; readonly text: string } | undefined {
  const url = URL.parse(text)
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    return { code: 'bad_url', text: `\`${text.slice(0, 200)}\` is not a web address` }
  if (url.username !== '' || url.password !== '')
    return { code: 'bad_url', text: 'addresses with a name or password are not fetched' }
  if (!hosts.includes(url.host))
    return { code: 'not_declared', text: `\`${url.host}\` is not one of the hosts that the plugin declares` }
  const own = egress.refusal(url.hostname, portOf(url))
  return own === undefined ? undefined : { code: 'own_server', text: own }
}

async function get(egress: Egress, url: URL, context: RunContext): Promise<ToolOutcome> {
  const signal = AbortSignal.any([context.signal, AbortSignal.timeout(TIME)])
  try {
    const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
    const address = isIP(host) === 0 ? (await egress.resolve(host, signal))[0] : host
    if (address === undefined) return failed('no_such_host', `\`${host}\` has no address`)
    const kept = await keptBack(url, address, context)
    if (kept !== undefined) return kept
    const { status, location, body, cut } = await egress.get({ url, address, signal })
    if (location !== undefined && status >= 300 && status < 400)
      return failed('redirect', `it leads to \`${location.slice(0, 200)}\`, which is not followed`)
    const text = body.toString('utf8').slice(0, ANSWER_LIMIT)
    const whole = !cut && text.length === body.toString('utf8').length
    const summary = `status ${status}${whole ? '' : ', cut off'}`
    return status >= 400 ? { ...failed(`http_${status}`, text), summary } : { ok: true, text, summary }
  } catch (cause) {
    if (cause instanceof EgressRefused) return failed(cause.code, cause.message)
    const why = signal.aborted ? 'it took too long, or was stopped' : String(cause)
    return failed('unreachable', `\`${url.host}\` could not be read: ${why}`)
  }
}

/**
 * By the address that the name resolves to, and by the rules for the agent's own requests. Only what these block is kept back: whether to
 * ask was decided with the call, under the plugin's own name.
 */
async function keptBack(
  url: URL,
  resolvedAddress: string,
  context: RunContext,
): Promise<Failure | undefined> {
  const specifier = { kind: 'url', url: url.href, resolvedAddress } as const
  for (const judge of [await context.judging(), await context.judging(BUILTIN_TOOLS.get('web.fetch'))]) {
    const decision = judge(specifier)
    if (decision.verdict === 'block')
      return failed('blocked', `did not go to \`${url.href}\`: ${explain(decision)}`)
  }
  return undefined
}

function failed(code: string, text: string): Failure {
  return { ok: false, code, text }
}
