import type { Toolbelt } from '@countersign/agent'
import { BUILTIN_TOOLS, formatRule, parseRule } from '@countersign/policy'
import type { UserId } from '@countersign/protocol'
import { holdsSecret } from '../../audit/mask.ts'
import { SECRET_IN_RULE, type RecordedCalls } from '../../rules/ports.ts'

/** Sources of tools that are not built in. */
export interface KnownTools {
  readonly belt: Pick<Toolbelt, 'all'>
  readonly recorded: RecordedCalls
}

/** Days that a backtest looks back. */
export const BACKTEST_DAYS = 30

/** A rule ready to be saved, or why it is rejected. */
export async function readRule(
  text: string,
  user: UserId,
  tools: KnownTools,
): Promise<{ readonly ok: true; readonly text: string } | { readonly ok: false; readonly message: string }> {
  const parsed = await readKnownRule(text, user, tools)
  if (!parsed.ok) {
    const { message, position, suggestion } = parsed.error
    const hint = suggestion === undefined ? '' : `; did you mean \`${suggestion}\`?`
    return { ok: false, message: `${message} at ${position + 1}${hint}` }
  }
  return holdsSecret(text)
    ? { ok: false, message: SECRET_IN_RULE }
    : { ok: true, text: formatRule(parsed.value) }
}

/** A name similar to one of ours is treated as a typo, unless such a tool exists or did; others may come later. */
async function readKnownRule(
  text: string,
  user: UserId,
  tools: KnownTools,
): Promise<ReturnType<typeof parseRule>> {
  const parsed = parseRule(text)
  const known = parseRule(text, { tools: [...BUILTIN_TOOLS.keys()] })
  if (!parsed.ok || known.ok || known.error.suggestion === undefined) return parsed
  return (await isTool(parsed.value.tool, user, tools)) ? parsed : known
}

async function isTool(name: string, user: UserId, { belt, recorded }: KnownTools): Promise<boolean> {
  if (belt.all().some((tool) => tool.name === name)) return true
  const calls = await recorded.recent(user, BACKTEST_DAYS)
  return calls.some(({ call }) => call.tool.name === name)
}
