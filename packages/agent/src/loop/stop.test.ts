import { expect, test } from 'vitest'
import type { ChatProvider, ModelPart } from '../provider.ts'
import { countingTool, Workbench } from '../testing/bench.ts'
import type { ToolOutcome } from '../toolbelt/tool.ts'
import { scriptedProvider, type ScriptedStep } from '../testing/scripted-provider.ts'

const never = () => new Promise<never>(() => {})
const subtask = (instructions: string) => ({
  name: 'run_subtask',
  args: { title: instructions, instructions },
})

interface UnderWay {
  /** What an agent does that is asked for it. */
  play(asked: string): ScriptedStep | Promise<ScriptedStep>
  /** It has begun. */
  begun(seen: Seen): boolean
}

interface Seen {
  readonly ran: readonly string[]
  readonly waiting: number
  readonly asked: readonly string[]
  readonly questions: number
}

const calling = (name: string, times = 1): ScriptedStep => ({
  calls: Array.from({ length: times }, () => ({ name, args: { value: name } })),
})
const all = ['heeds', 'hangs', 'asks', 'serial', 'silent', 'below']

/** One stop is given while this is under way; the turn must then end, whatever goes on not ending. */
const UNDER_WAY: Readonly<Record<string, UnderWay>> = {
  'a tool that heeds the stop': {
    play: () => calling('t.heeds'),
    begun: ({ ran }) => ran.includes('t.heeds'),
  },
  'a tool that does not heed it': {
    play: () => calling('t.hangs'),
    begun: ({ ran }) => ran.includes('t.hangs'),
  },
  'a question that nobody answers': { play: () => calling('t.asks'), begun: ({ waiting }) => waiting === 1 },
  'calls that queue behind one another': {
    play: () => calling('t.serial', 20),
    begun: ({ ran }) => ran.includes('t.serial'),
  },
  'a model that never says anything': { play: never, begun: ({ asked }) => asked.includes('go') },
  'a question whether a budget may be passed': {
    play: () => calling('t.quick'),
    begun: ({ questions }) => questions === 1,
  },
  'sub-agents that do all of these': {
    play: (asked) => {
      if (asked === 'go') return { calls: all.map(subtask) }
      if (asked === 'below') return { calls: [subtask('hangs'), subtask('asks')] }
      return asked === 'silent' ? never() : calling(`t.${asked}`)
    },
    begun: ({ ran, waiting, asked }) =>
      waiting === 2 && asked.includes('silent') && ran.filter((name) => name === 't.hangs').length === 2,
  },
}

/** Depths at which it is under way. The last one has sub-agents of its own only where there is room below. */
const CASES = Object.entries(UNDER_WAY).flatMap(([name, underWay]) =>
  [0, 1, 2, 3]
    .filter((depth) => name !== 'sub-agents that do all of these' || depth < 2)
    .map((depth) => [name, depth, underWay] as const),
)

test.each(CASES)('L8 a stop ends %s, at depth %i', async (name, depth, { play, begun }) => {
  const bench = new Workbench()
  const abort = new AbortController()
  const ran: string[] = []
  const asked: string[] = []
  let questions = 0
  const provider = scriptedProvider((request) => {
    const instructions = request.messages[1]?.text ?? ''
    // The root is asked to go, and passes it on down to the depth.
    const level = Number(/^level (\d)/.exec(request.messages[0]?.text ?? '')?.[1])
    if (level < depth) return { calls: [subtask('go')] }
    asked.push(instructions)
    return play(instructions)
  })
  const noting = (run: (signal: AbortSignal) => Promise<ToolOutcome>) => ({
    run: (value: string, signal: AbortSignal) => {
      ran.push(value)
      return run(signal)
    },
  })
  const running = bench.run(
    provider,
    [
      countingTool('t.heeds', noting(untilAborted)),
      countingTool('t.hangs', noting(never)),
      countingTool('t.quick'),
      countingTool('t.serial', { parallelSafe: false, lock: 'one', ...noting(never) }),
      countingTool('t.asks', { category: 'write' }),
    ],
    {
      signal: abort.signal,
      limits: name.includes('budget') ? { modelCalls: depth + 2 } : {},
      extend: () => {
        questions += 1
        return never()
      },
    },
  )
  const waiting = () => bench.store.all().filter(({ state }) => state === 'waiting').length
  while (!begun({ ran, asked, questions, waiting: waiting() })) await new Promise(setImmediate)
  abort.abort()
  expect(await running).toMatchObject({ kind: 'stopped' })
})

function untilAborted(signal: AbortSignal): Promise<ToolOutcome> {
  return new Promise((ended) => {
    signal.addEventListener('abort', () => ended({ ok: false, code: 'stopped', text: 'stopped' }))
  })
}

test('L8 a stream that does not heed the stop is left behind, and what it says later counts for nothing', async () => {
  const bench = new Workbench()
  const abort = new AbortController()
  let goOn = () => {}
  const provider: ChatProvider = {
    name: 'Deaf',
    async *stream(): AsyncGenerator<ModelPart> {
      yield { type: 'text', text: 'before' }
      await new Promise<void>((resume) => {
        goOn = resume
      })
      yield { type: 'text', text: 'after' }
      yield { type: 'finish', usage: { inputTokens: 1, outputTokens: 1 } }
    },
  }
  const running = bench.run(provider, [], { signal: abort.signal })
  await expect.poll(() => bench.chunks.length).toBe(1)
  abort.abort()
  expect(await running).toMatchObject({ kind: 'stopped' })
  goOn()
  await new Promise((next) => setImmediate(next))
  expect(bench.chunks.map(({ text }) => text)).toEqual(['before'])
})

test('L8 nothing begins after a stop', async () => {
  const bench = new Workbench()
  const abort = new AbortController()
  abort.abort()
  const provider = scriptedProvider(() => ({ text: 'hello' }))
  expect(await bench.run(provider, [], { signal: abort.signal })).toMatchObject({ kind: 'stopped' })
  expect(provider.requests).toEqual([])
})

test('a budget that is passed stops what runs beside it, and what was done is kept', async () => {
  const bench = new Workbench()
  const provider = scriptedProvider((request): ScriptedStep => {
    const asked = request.messages[1]?.text
    if (asked === 'hang') return { calls: [{ name: 't.hangs', args: {} }] }
    if (asked === 'spend') return { calls: [{ name: 't.read', args: {} }] }
    return { text: 'so far', calls: [subtask('hang'), subtask('spend')] }
  })
  const tools = [countingTool('t.hangs', { run: never }), countingTool('t.read')]
  const outcome = await bench.run(provider, tools, { limits: { modelCalls: 6 } })
  expect(outcome).toMatchObject({ kind: 'over_budget', text: 'so far', exceeded: { reason: 'llm_calls' } })
})
