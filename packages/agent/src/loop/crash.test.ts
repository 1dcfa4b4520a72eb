import { describe, expect, test, vi } from 'vitest'
import type { CallId } from '@countersign/protocol'
import type { ModelRequest } from '../provider.ts'
import { countingTool, Workbench } from '../testing/bench.ts'
import { crashingStore } from '../testing/crashing-store.ts'
import { scriptedProvider, type ScriptedStep } from '../testing/scripted-provider.ts'

const call = (name: string, value: string) => ({ name, args: { value } })
const subtask = (title: string, more: object = {}) => ({
  name: 'run_subtask',
  args: { title, instructions: title, ...more },
})
const NUMBER = { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] }

/** What every level says, by its title: sub-agents side by side and three deep, questions, a bad first result, memory. */
const STORY: Readonly<Record<string, readonly ScriptedStep[]>> = {
  root: [
    { text: 'first', calls: [subtask('A'), subtask('B'), call('t.once', 'root')] },
    { calls: [subtask('C', { output_schema: NUMBER }), call('t.ask', 'yes root')] },
    { text: 'end' },
  ],
  A: [{ calls: [subtask('AA'), call('t.safe', 'a')] }, { text: 'A done' }],
  AA: [{ calls: [subtask('AAA')] }, { text: 'AA done' }],
  AAA: [{ calls: [call('t.ask', 'yes deep'), call('t.once', 'deep')] }, { text: 'AAA done' }],
  B: [{ calls: [call('t.ask', 'no b'), call('memory_write', '')] }, { text: 'B done' }],
  C: [
    { calls: [{ name: 'finish_subtask', args: { n: 'x' } }] },
    { calls: [{ name: 'finish_subtask', args: { n: 7 } }] },
  ],
}

const titleOf = (request: ModelRequest) =>
  /^level \d+ (\w+)/.exec(request.messages[0]?.text ?? '')?.[1] ?? 'root'
const stepOf = (request: ModelRequest) =>
  request.messages.filter((message) => message.role === 'assistant').length
const keyOf = (request: ModelRequest) => `${titleOf(request)} ${stepOf(request)}`

const model = () => scriptedProvider((request) => STORY[titleOf(request)]?.[stepOf(request)] ?? { text: '?' })

const tools = () => [
  countingTool('t.once'),
  countingTool('t.safe', { repeat: 'safe' }),
  countingTool('t.ask', { category: 'write' }),
]

/** Which answers are written down, in the words of `keyOf`. */
async function answered(bench: Workbench): Promise<ReadonlySet<string>> {
  const titles = new Map<CallId | null, string>([[null, 'root']])
  for (const row of bench.store.all())
    if (row.call.tool === 'run_subtask') titles.set(row.call.id, row.call.title)
  const steps = new Map<string, number>()
  const keys = new Set<string>()
  for (const entry of await bench.journal()) {
    const title = titles.get(entry.parentId) ?? '?'
    const step = steps.get(title) ?? 0
    steps.set(title, step + 1)
    keys.add(`${title} ${step}`)
  }
  return keys
}

/** Number of things that an undisturbed run writes down. */
async function writes(): Promise<number> {
  const bench = new Workbench()
  let count = 0
  const store = crashingStore(bench.store, {
    at: 0,
    when: 'before',
    died: () => {},
    wrote: () => (count += 1),
  })
  const outcome = await bench.answering(bench.run(model(), tools(), { store }))
  expect(outcome).toMatchObject({ kind: 'answered', text: 'first\n\nend' })
  return count
}

describe('a process that dies at any point, with sub-agents running', async () => {
  const count = await writes()
  const points = Array.from({ length: count }, (_, index) => index + 1)

  test('there are many points', () => expect(count).toBeGreaterThan(35))

  test.each(points.flatMap((at) => [[at, 'before'] as const, [at, 'after'] as const]))(
    'at write %i, %s it: no answer is asked for again, no effect happens twice, and the turn ends',
    async (at, when) => {
      const bench = new Workbench()
      const [once, safe, ask] = tools()
      if (!once || !safe || !ask) throw new Error('three tools')
      let died = () => {}
      const death = new Promise<'died'>((resolve) => {
        died = () => resolve('died')
      })
      const first = model()
      const store = crashingStore(bench.store, { at, when, died: () => died() })
      const running = bench.run(first, [once, safe, ask], { store }).then(() => 'ended' as const)
      await bench.answering(Promise.race([death, running]))
      const known = await answered(bench)
      // What recovery does when the lease of a dead process has run out.
      for (const row of bench.store.all()) bench.store.interrupt(row.call.id)

      const second = model()
      const outcome = await bench.answering(bench.run(second, [once, safe, ask]))
      expect(outcome).toMatchObject({ kind: 'answered', text: 'first\n\nend' })
      expect(second.requests.map(keyOf).filter((key) => known.has(key))).toEqual([])
      // Every answer is there once in the end, whoever asked for it.
      expect([...(await answered(bench))].toSorted()).toEqual(ALL_ANSWERS)
      for (const tool of [once, ask]) expect(new Set(tool.runs).size).toBe(tool.runs.length)
      expect(ask.runs.every((value) => value.startsWith('yes'))).toBe(true)
      for (const { state } of bench.store.all())
        expect(['succeeded', 'failed', 'denied', 'interrupted']).toContain(state)
    },
  )
})

const ALL_ANSWERS = Object.entries(STORY)
  .flatMap(([title, steps]) => steps.map((_, index) => `${title} ${index}`))
  .toSorted()

test('what a crash kept from being asked is asked at the next start, while its siblings wait', async () => {
  const asks = [call('t.ask', 'yes 1'), call('t.ask', 'yes 2'), call('t.ask', 'yes 3')]
  const threeAsk = () =>
    scriptedProvider((request) => (stepOf(request) === 0 ? { calls: asks } : { text: 'end' }))
  const waiting = (bench: Workbench) => bench.store.all().filter(({ state }) => state === 'waiting').length
  const bench = new Workbench()
  let died = () => {}
  const death = new Promise<void>((resolve) => {
    died = resolve
  })
  // The model's answer and the first question are written down.
  const store = crashingStore(bench.store, { at: 3, when: 'before', died: () => died() })
  void bench.run(threeAsk(), tools(), { store })
  await death
  expect(waiting(bench)).toBe(1)
  const running = bench.run(threeAsk(), tools())
  await vi.waitFor(() => expect(waiting(bench)).toBe(3))
  expect(await bench.answering(running)).toMatchObject({ kind: 'answered', text: 'end' })
})
