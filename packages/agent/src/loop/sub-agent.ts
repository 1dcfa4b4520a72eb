import type { CallId } from '@countersign/protocol'
import type { AgentTask, ToolOutcome } from '../toolbelt/tool.ts'
import type { Toolbelt } from '../toolbelt/toolbelt.ts'
import { finishTool } from './finish-subtask.ts'
import type { Flaw, Level, LevelTools } from './level.ts'
import { RUN_SUBTASK, type Turn } from './turn.ts'

/** Runs an agent below a call to its end: its own history, a subset of the tools, the same gate. */
export async function runAgent(
  turn: Turn,
  above: Level,
  task: AgentTask,
  { id, run }: { readonly id: CallId; readonly run: LevelTools['run'] },
): Promise<ToolOutcome> {
  const { depth } = turn.limits
  if (above.depth >= depth) {
    return {
      ok: false,
      code: 'depth',
      text: `sub-agents can be nested at most ${depth} deep; do this yourself`,
    }
  }
  const belt = subset(above, task.tools)
  if (!belt.ok) return { ok: false, code: 'bad_arguments', text: belt.message }
  const finish = task.result && finishTool(task.result.schema, task.result)
  if (finish && !finish.ok) return { ok: false, code: 'bad_arguments', text: finish.message }

  const startsNone = !belt.recurses
  const within = task.within ?? above.within
  const end = await run({
    parentId: id,
    depth: above.depth + 1,
    path: [...above.path, task.title],
    belt: belt.belt,
    messages: [
      { role: 'system', text: systemText(turn, above, task, { belt: belt.belt, startsNone }) },
      { role: 'user', text: task.instructions },
    ],
    // An agent below one that cannot load groups of tools cannot load them either.
    seesAll: task.tools !== undefined || above.seesAll === true,
    startsNone,
    ...(finish ? { finish } : {}),
    ...(within === undefined ? {} : { within }),
  })
  turn.levels.delete(id)
  switch (end.kind) {
    case 'answered':
    case 'finished': {
      // An empty answer needs no note; one that was cut off does.
      const flaw = end.kind === 'answered' && end.flaw !== 'empty' ? end.flaw : undefined
      const text = flaw === undefined ? end.text : `${end.text}\n[${CUT[flaw]}]`
      turn.memory.write(`task:${id}`, text)
      return { ok: true, text }
    }
    case 'stopped':
      return { ok: false, code: 'stopped', text: 'The sub-agent was stopped before it was done.' }
    case 'failed':
      return {
        ok: false,
        code: end.code,
        text: JSON.stringify({
          error: end.code,
          message: end.message,
          partial: end.text.slice(-2000),
          left: turn.left(),
        }),
      }
  }
}

function systemText(
  turn: Turn,
  above: Level,
  { title, system, result }: AgentTask,
  { belt, startsNone }: { readonly belt: Toolbelt; readonly startsNone: boolean },
): string {
  const base = turn.input.system({ depth: above.depth + 1, belt, title, startsNone })
  const finish = 'Hand in your result with `finish_subtask`; nothing else ends your work.'
  return [base, ...(system === undefined ? [] : [system]), ...(result === undefined ? [] : [finish])].join(
    '\n',
  )
}

/** The note for the calling agent about an incomplete answer. */
const CUT: Readonly<Record<Exclude<Flaw, 'empty'>, string>> = {
  length: 'cut off: the sub-agent’s answer reached its model’s maximum length',
  filter: 'cut off: the provider of its model stopped the sub-agent',
}

/** Never gives more than the parent has: an unknown name is an error that lists the valid ones. */
function subset(
  { belt, startsNone }: Level,
  named: readonly string[] | undefined,
): { ok: true; belt: Toolbelt; recurses: boolean } | { ok: false; message: string } {
  const names = named?.map((name) => belt.get(name)?.name ?? name)
  if (names === undefined) return { ok: true, belt, recurses: startsNone !== true }
  const isKnown = (name: string) =>
    name === RUN_SUBTASK ? startsNone !== true : belt.get(name) !== undefined
  const unknown = names.filter((name) => !isKnown(name))
  if (unknown.length > 0) {
    const known = belt.all().map((tool) => `\`${tool.name}\``)
    return {
      ok: false,
      message: `there is no tool \`${unknown.join('`, `')}\`; the tools are ${known.join(', ')}`,
    }
  }
  return {
    ok: true,
    belt: belt.derive((tools) => tools.filter((tool) => names.includes(tool.name))),
    recurses: names.includes(RUN_SUBTASK),
  }
}
