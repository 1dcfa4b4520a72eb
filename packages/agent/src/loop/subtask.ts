import { z } from 'zod'
import { defineTool, sketchOf, type Tool, type ToolSketch } from '../toolbelt/tool.ts'
import { disclosureTools } from '../toolbelt/disclosure.ts'
import { Toolbelt } from '../toolbelt/toolbelt.ts'
import type { Level, LevelEnd } from './level.ts'
import { runAgent } from './sub-agent.ts'
import { RUN_SUBTASK, withinCapabilities, type Turn } from './turn.ts'

const Input = z.object({
  title: z.string().min(1).max(200).describe('Short label for the person.'),
  instructions: z
    .string()
    .min(1)
    .max(100_000)
    .describe('Everything the sub-agent needs to know: it sees nothing else.'),
  tools: z.array(z.string()).max(200).optional().describe('Limit it to these tools of yours.'),
  output_schema: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('JSON Schema of the result it must hand in.'),
})
type Input = z.infer<typeof Input>

/** The loop itself, passed in, because a sub-agent runs the same one. */
type RunLevel = (turn: Turn, level: Level) => Promise<LevelEnd>

/**
 * The belt of a level: its tools, the tool that starts sub-agents, those that load more tools, and the one that hands in a result. Levels
 * with the same tools at the same depth share a belt; the call itself says which level it comes from.
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
    'Starts a sub-agent on a task and returns its result. Several in one step run in parallel and do not see each other.',
  input: Input,
  category: 'read',
  destructive: false,
  editSafe: false,
  capability: 'subagent',
  specifier: { kind: 'text', template: '{title}' },
  // A restart resumes from its journal: nothing is done twice.
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
    run({ title, instructions, tools, output_schema: schema }, { call }) {
      const task = {
        title,
        instructions,
        ...(tools === undefined ? {} : { tools }),
        ...(schema === undefined ? {} : { result: { schema } }),
      }
      const above = turn.levelOf(call).level
      return runAgent(turn, above, task, { id: call.id, run: (below) => run(turn, below) })
    },
  })
}

/** A sub-agent's tools and limits, for people. Its usage is charged to the whole turn. */
function limitsBelow({ limits }: Turn, level: Pick<Level, 'depth'>): string[] {
  const deeper = limits.depth - level.depth - 1
  return [
    `${limits.iterations} steps of its own`,
    `within the turn's ${limits.modelCalls} model calls and ${limits.toolCalls} tool calls`,
    deeper > 0 ? `sub-agents below it: ${deeper} deep` : 'no sub-agents below it',
  ]
}
