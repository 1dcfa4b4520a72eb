import type { ListName } from '@countersign/policy'
import { exact, jsonOf, narrower, notExpressible, type Imported } from './imported.ts'

const TOOLS: ReadonlyMap<string, readonly string[]> = new Map([
  ['read', ['files.read']],
  ['list', ['files.list']],
  ['glob', ['files.search']],
  ['grep', ['files.search']],
  ['edit', ['files.edit', 'files.write', 'files.create']],
  ['bash', ['terminal.exec']],
  ['webfetch', ['web.fetch']],
  ['websearch', ['web_search']],
  ['task', ['run_subtask']],
])

/** `permission` of an opencode.json. There the last matching pattern applies; here deny precedes ask, and ask precedes allow. */
export function importOpencode(text: string): readonly Imported[] {
  const permission = jsonOf(JSON.parse(text))['permission']
  if (typeof permission === 'string') return catchAll('*', permission)
  return Object.entries(jsonOf(permission)).flatMap(([tool, value]) => {
    if (tool === '*') return typeof value === 'string' ? catchAll(tool, value) : []
    if (typeof value === 'string') return [whole(tool, value)]
    return patterns(tool, Object.entries(jsonOf(value)))
  })
}

function catchAll(from: string, action: string): readonly Imported[] {
  return action === 'ask'
    ? []
    : [
        notExpressible(
          `${from}: ${action}`,
          'ask',
          'calls that no rule matches are decided by the chat’s mode',
        ),
      ]
}

function whole(tool: string, action: string): Imported {
  const from = `${tool}: ${action}`
  const list = listOf(action)
  if (list === undefined) return notExpressible(from, 'ask', `\`${action}\` is not known`)
  const tools =
    TOOLS.get(tool) ??
    (/^[A-Za-z0-9-]+_[A-Za-z0-9_-]+$/.test(tool) ? [`mcp__${tool.replace('_', '__')}`] : undefined)
  if (tools === undefined) return notExpressible(from, list, 'there is no such tool here')
  return list === 'allow'
    ? narrower(from, list, 'calls that always ask and protected files still ask', ...tools.map(allowed))
    : exact(from, list, ...tools)
}

function allowed(tool: string): string {
  return tool.startsWith('files.') ? `${tool}(/**)` : tool
}

function patterns(tool: string, entries: readonly (readonly [string, unknown])[]): readonly Imported[] {
  return entries.map(([pattern, action], index): Imported => {
    const from = `${tool} ${pattern}: ${String(action)}`
    const list = typeof action === 'string' ? listOf(action) : undefined
    const tools = TOOLS.get(tool)
    if (list === undefined || tools === undefined)
      return notExpressible(from, list ?? 'ask', 'there is no such tool or action here')
    const loosened = entries
      .slice(index + 1)
      .some(([later, what]) => isLooser(what, action) && overlaps(pattern, later))
    if (pattern === '*' && list === 'ask') return exact(from, list)
    // A stricter pattern with later exceptions: as a rule here it would close them, and without it only they are open.
    if (loosened)
      return notExpressible(
        from,
        list,
        'later patterns make exceptions to it; here the mode decides calls that no rule matches',
      )
    const made =
      pattern === '*'
        ? tools.map((one) => (list === 'allow' ? allowed(one) : one))
        : tools.map((one) => `${one}(${spelled(one, pattern)})`)
    return list === 'allow'
      ? narrower(
          from,
          list,
          'each part of a command line separately; calls that always ask still ask',
          ...made,
        )
      : exact(from, list, ...made)
  })
}

/** File patterns are relative to the workspace; command patterns have the same spelling here. */
function spelled(tool: string, pattern: string): string {
  return tool.startsWith('files.') && !/^(~\/|\/)/.test(pattern)
    ? pattern
    : pattern.startsWith('/')
      ? `/${pattern}`
      : pattern
}

const STRICTNESS = ['allow', 'ask', 'deny']

function isLooser(later: unknown, than: unknown): boolean {
  return STRICTNESS.indexOf(String(later)) < STRICTNESS.indexOf(String(than))
}

/** Conservative: patterns that cannot be distinguished are treated as overlapping. */
function overlaps(a: string, b: string): boolean {
  const [headA = '', headB = ''] = [a.split('*')[0], b.split('*')[0]]
  return headA.startsWith(headB) || headB.startsWith(headA)
}

function listOf(action: string): ListName | undefined {
  return (['allow', 'ask', 'deny'] as const).find((name) => name === action)
}
