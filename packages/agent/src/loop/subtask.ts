import type { CallId } from '@countersign/protocol'
import { z } from 'zod'
import { defineTool, sketchOf, type Tool, type ToolOutcome, type ToolSketch } from '../toolbelt/tool.ts'
import { disclosureTools } from '../toolbelt/disclosure.ts'
import { Toolbelt } from '../toolbelt/toolbelt.ts'
import { finishTool } from './finish-subtask.ts'
import type { Flaw, Level, LevelEnd } from './level.ts'
import { RUN_SUBTASK, withinCapabilities, type Turn } from './turn.ts'

const Input = z.object({
  title: z.string().min(1).max(200).describe('Short label for the person who watches.'),
  instructions: z
    .string()
    .min(1)
    .max(100_000)
    .describe('Everything the sub-agent needs to know: it sees nothing else.'),
  tools: z.array(z.string()).max(200).optional().describe('Restrict it to these of your own tools.'),
  output_schema: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('JSON Schema of the result it must hand in.'),
})
type Input = z.infer<typeof Input>

/** The loop itself, handed in: a sub-agent runs the very same one. */
type RunLevel = (turn: Turn, level: Level) => Promise<LevelEnd>

/**
 * The belt of a level: its tools, the tool that starts sub-agents, those with which it sees further tools, and the one that hands in a
 * result. Levels with the same tools at the same depth have the same belt: which of them a call comes from, the call says.
 */
export function beltOf(turn: Turn, level: Level, run: RunLevel): Toolbelt {
  // A model that only talks has no tools, not even one that starts another such model.
  if (turn.parts.provider.capabilities?.tools === false) return new Toolbelt([])
  if (level.finish) return madeBelt(turn, level, run)
  const kind = `${level.depth} ${level.seesAll === true} ${level.startsNone === true}`
  const kinds = turn.belts.get(level.belt) ?? new Map<string, Toolbelt>()
  turn.belts.set(level.belt, kinds)
  const belt = kinds.get(kind) ?? madeBelt(turn, level, run)
  kinds.set(kind, belt)
  return belt
}

function madeBelt(turn: Turn, { belt, depth, seesAll, startsNone, finish }: Level, run: RunLevel): Toolbelt {
  const further = seesAll === true ? [] : disclosureTools((call) => turn.levelOf(call).disclosure)
  const starts = startsNone === true ? [] : [subtaskTool(turn, { belt, depth }, run)]
  const own = [...starts, ...further, ...(finish ? [finish.tool] : [])]
  return withinCapabilities(
    turn.input,
    belt.derive((tools) => [...tools, ...own]),
  )
}

const SUBTASK = {
  name: RUN_SUBTASK,
  description:
    'Starts a sub-agent on a piece of work and returns its result. Several in one step run side by side and do not see each other.',
  input: Input,
  category: 'read',
  destructive: false,
  editSafe: false,
  capability: 'subagent',
  specifier: { kind: 'text', template: '{title}' },
  // Starting it again resumes from its journal: nothing is done twice.
  repeat: 'safe',
  parallelSafe: true,
} as const

/** The description of the tool that starts sub-agents. */
export const subtaskSketch: ToolSketch = sketchOf(SUBTASK)

/** `run_subtask`: an agent below this one, with its own history, a subset of the tools, and the same gate. */
function subtaskTool(turn: Turn, level: Pick<Level, 'belt' | 'depth'>, run: RunLevel): Tool {
  return defineTool({
    ...SUBTASK,
    title: (input) => input.title,
    inspect: (input) => ({
      specifier: { kind: 'text', text: input.title },
      body: {
        kind: 'subtask',
        title: input.title,
        instructions: input.instructions,
        tools: [...(input.tools ?? level.belt.all().map((tool) => tool.name))],
        limits: limitsBelow(turn, level),
      },
      targets: [],
    }),
    run: (input, { call }) => runSubtask(turn, turn.levelOf(call).level, input, { id: call.id, run }),
  })
}

/** A sub-agent's tools and limits, for people. Its usage counts for the whole turn. */
function limitsBelow({ limits }: Turn, level: Pick<Level, 'depth'>): string[] {
  const deeper = limits.depth - level.depth - 1
  return [
    `${limits.iterations} steps of its own`,
    `within the turn's ${limits.modelCalls} model calls and ${limits.toolCalls} tool calls`,
    deeper > 0 ? `sub-agents below it: ${deeper} deep` : 'no sub-agents below it',
  ]
}

async function runSubtask(
  turn: Turn,
  above: Level,
  input: Input,
  { id, run }: { readonly id: CallId; readonly run: RunLevel },
): Promise<ToolOutcome> {
  const { depth } = turn.limits
  if (above.depth >= depth) {
    return { ok: false, code: 'depth', text: `sub-agents go at most ${depth} deep; do this yourself` }
  }
  const belt = subset(above, input.tools)
  if (!belt.ok) return { ok: false, code: 'bad_arguments', text: belt.message }
  const finish = input.output_schema === undefined ? undefined : finishTool(input.output_schema)
  if (finish && !finish.ok) return { ok: false, code: 'bad_arguments', text: finish.message }

  const startsNone = !belt.recurses
  const system = turn.input.system({
    depth: above.depth + 1,
    belt: belt.belt,
    title: input.title,
    startsNone,
  })
  const end = await run(turn, {
    parentId: id,
    depth: above.depth + 1,
    path: [...above.path, input.title],
    belt: belt.belt,
    messages: [
      {
        role: 'system',
        text: finish
          ? `${system}\nHand in your result with \`finish_subtask\`; nothing else ends your work.`
          : system,
      },
      { role: 'user', text: input.instructions },
    ],
    // If an agent cannot load groups of tools, neither can the agents below it.
    seesAll: input.tools !== undefined || above.seesAll === true,
    startsNone,
    ...(finish ? { finish } : {}),
  })
  turn.levels.delete(id)
  switch (end.kind) {
    case 'answered':
    case 'finished': {
      // An empty answer speaks for itself; one that was cut off does not.
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

/** The note for the calling agent about an incomplete answer. */
const CUT: Readonly<Record<Exclude<Flaw, 'empty'>, string>> = {
  length: 'cut off: the sub-agent reached the longest answer that its model gives',
  filter: 'cut off: the provider of its model stopped the sub-agent',
}

/** Never more than the parent has: names it does not have are an error that lists the ones it has. */
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
