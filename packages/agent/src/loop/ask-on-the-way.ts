import type { Call } from '../call.ts'
import { pass } from '../gate/gate.ts'
import type { Answered, Tool } from '../toolbelt/tool.ts'
import { parseCall, Toolbelt } from '../toolbelt/toolbelt.ts'
import type { Level } from './level.ts'
import type { Turn } from './turn.ts'

/** A question that a running call has: a call below it, which only a person can let through. */
export async function askOnTheWay(
  turn: Turn,
  level: Level,
  above: Call,
  { question, input }: { readonly question: Tool; readonly input: unknown },
): Promise<Answered> {
  const { threadId, turnId, place, lease } = turn.input
  const id = turn.parts.ids.call()
  const asked = { providerId: id, name: question.name, input: JSON.stringify(input) }
  const origin = { id, threadId, turnId, parentId: above.id, depth: above.depth + 1, place }
  const parsed = await parseCall(new Toolbelt([question]), asked, origin)
  if (!parsed.ok) return { allowed: false, answered: false, words: '' }
  const passenger = { lease, call: parsed.call, tool: question, place, parents: level.path, isNew: true }
  const road = { hold: <T>(work: () => Promise<T>) => work(), signal: turn.signal }
  const result = await pass(turn.gate, passenger, road)
  const stored = await turn.parts.gate.calls.find(id)
  const allowed = result.state === 'succeeded'
  const answered = allowed || result.state === 'denied'
  return { allowed, answered, words: stored?.signature?.feedback ?? '' }
}
