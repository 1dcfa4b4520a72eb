import { compilePolicy } from '@countersign/policy'
import { describe, expect, test } from 'vitest'
import type { ChatProvider } from '../provider.ts'
import { countingTool, Workbench } from '../testing/bench.ts'
import { scriptedProvider } from '../testing/scripted-provider.ts'
import type { Grounds, Tool, Verified } from '../toolbelt/tool.ts'

const oneCall = (name: string, value = 'x') =>
  scriptedProvider((request) =>
    request.messages.at(-1)?.role === 'tool' ? { text: 'done' } : { calls: [{ name, args: { value } }] },
  )

test('G1 a read runs by mode and is recorded on the way', async () => {
  const bench = new Workbench()
  const tool = countingTool('t.read')
  const outcome = await bench.run(oneCall('t.read'), [tool])
  expect(outcome).toMatchObject({ kind: 'answered', text: 'done' })
  expect(tool.runs).toEqual(['x'])
  expect(bench.store.all().map((row) => row.state)).toEqual(['succeeded'])
})

test('G2 an ask waits, and allow once runs exactly that', async () => {
  const bench = new Workbench()
  const tool = countingTool('t.write', { category: 'write' })
  const running = bench.run(oneCall('t.write'), [tool])
  const [asked] = await bench.waiting(1)
  expect(tool.runs).toEqual([])
  expect(bench.store.answer(asked!.call.id, { allow: true, by: 'ana', hash: asked!.call.hash })).toBe(true)
  await running
  expect(tool.runs).toEqual(['x'])
  expect(bench.store.all()[0]).toMatchObject({ state: 'succeeded', signature: { via: 'person', by: 'ana' } })
})

test('G3 a denial reaches the model with the person’s words, and the loop goes on', async () => {
  const bench = new Workbench()
  const tool = countingTool('t.write', { category: 'write' })
  const provider = oneCall('t.write')
  const running = bench.run(provider, [tool])
  const [asked] = await bench.waiting(1)
  bench.store.answer(asked!.call.id, {
    allow: false,
    by: 'ana',
    hash: asked!.call.hash,
    feedback: 'not on a Friday',
  })
  expect(await running).toMatchObject({ kind: 'answered', text: 'done' })
  expect(tool.runs).toEqual([])
  expect(provider.requests[1]?.messages.at(-1)).toMatchObject({
    role: 'tool',
    isError: true,
    text: 'Did not run: this call was refused, with these words: not on a Friday',
  })
})

test('G4 an answer with another hash changes nothing', async () => {
  const bench = new Workbench()
  const abort = new AbortController()
  const running = bench.run(oneCall('t.write'), [countingTool('t.write', { category: 'write' })], {
    signal: abort.signal,
  })
  const [asked] = await bench.waiting(1)
  expect(bench.store.answer(asked!.call.id, { allow: true, by: 'ana', hash: 'other' })).toBe(false)
  expect(bench.store.all()[0]?.state).toBe('waiting')
  abort.abort()
  expect(await running).toMatchObject({ kind: 'stopped' })
})

test('G4 a deny rule that came while a person thought wins over their yes', async () => {
  const bench = new Workbench()
  const tool = countingTool('t.write', { category: 'write' })
  const running = bench.run(oneCall('t.write'), [tool])
  const [asked] = await bench.waiting(1)
  bench.policy({ mode: 'default', layers: [{ layer: 'user', lists: { deny: ['t.write'] } }] })
  bench.store.answer(asked!.call.id, { allow: true, by: 'ana', hash: asked!.call.hash })
  await running
  expect(tool.runs).toEqual([])
  expect(bench.store.all()[0]?.state).toBe('blocked')
})

test('G4 a run by mode that would ask by now becomes a card', async () => {
  const bench = new Workbench()
  bench.policy({ mode: 'auto', layers: [] })
  // One that takes its turn: a call that need not wait is decided and applied in one moment.
  const tool = countingTool('t.write', { category: 'write', parallelSafe: false })
  // The policy tightens between the decision and the apply.
  const propose = bench.store.propose.bind(bench.store)
  bench.store.propose = (...args) => {
    bench.policy({ mode: 'default', layers: [] })
    return propose(...args)
  }
  const running = bench.run(oneCall('t.write'), [tool])
  const [asked] = await bench.waiting(1)
  expect(tool.runs).toEqual([])
  bench.store.answer(asked!.call.id, { allow: true, by: 'ana', hash: asked!.call.hash })
  await running
  expect(tool.runs).toEqual(['x'])
})

test.each([
  ['deny', 'blocked'],
  ['ask', 'waiting'],
] as const)(
  'G4 what would run at once is applied too: a rule that came meanwhile says %s',
  async (list, state) => {
    const bench = new Workbench()
    bench.policy({ mode: 'auto', layers: [] })
    const tool = countingTool('t.write', { category: 'write' })
    const abort = new AbortController()
    const running = bench.run(oneCall('t.write'), [tool], {
      signal: abort.signal,
      // Asked between the decision and the apply.
      gateHas: () => {
        bench.policy({ mode: 'auto', layers: [{ layer: 'user', lists: { [list]: ['t.write'] } }] })
        return new Set(['safe'])
      },
    })
    await expect.poll(() => bench.store.all()[0]?.state).toBe(state)
    abort.abort()
    await running
    expect(tool.runs).toEqual([])
  },
)

test('G4 what would run at once is applied too: its file is another by now', async () => {
  const bench = new Workbench()
  let looks = 0
  const base = countingTool('t.read')
  const tool: Tool = {
    ...base,
    parse(args) {
      const parsed = base.parse(args)
      if ('error' in parsed) return parsed
      const targets = () => [{ path: '/w/a', hash: `look ${(looks += 1)}` }]
      return {
        ...parsed,
        inspect: async (place) => ({ ...(await parsed.inspect(place)), targets: targets() }),
      }
    },
  }
  await bench.run(oneCall('t.read'), [tool])
  expect(base.runs).toEqual([])
  expect(bench.store.all()).toMatchObject([{ state: 'failed', result: { code: 'stale' } }])
})

test('G5 siblings run while one waits, and one answer releases one call', async () => {
  const bench = new Workbench()
  const read = countingTool('t.read')
  const write = countingTool('t.write', { category: 'write' })
  const provider = scriptedProvider((request) =>
    request.messages.at(-1)?.role === 'tool'
      ? { text: 'done' }
      : {
          calls: [
            { name: 't.write', args: { value: 'a' } },
            { name: 't.read', args: { value: 'b' } },
            { name: 't.write', args: { value: 'c' } },
          ],
        },
  )
  const running = bench.run(provider, [read, write])
  const asked = await bench.waiting(2)
  await expect.poll(() => read.runs).toEqual(['b'])
  const last = asked.find((row) => row.call.specifierText === 'c')!
  bench.store.answer(last.call.id, { allow: true, by: 'ana', hash: last.call.hash })
  await expect.poll(() => write.runs).toEqual(['c'])
  expect(bench.store.all().filter((row) => row.state === 'waiting')).toHaveLength(1)
  const first = asked.find((row) => row.call.specifierText === 'a')!
  bench.store.answer(first.call.id, { allow: false, by: 'ana', hash: first.call.hash })
  expect(await running).toMatchObject({ kind: 'answered' })
  const results = provider.requests[1]?.messages.slice(-3).map((message) => message.text)
  expect(results).toEqual([expect.stringContaining('refused'), 'did b', 'did c'])
})

test('G6 of two answers exactly one counts; an answer after expiry changes nothing', async () => {
  const bench = new Workbench()
  const tool = countingTool('t.write', { category: 'write' })
  const running = bench.run(oneCall('t.write'), [tool])
  const [asked] = await bench.waiting(1)
  const { id, hash } = asked!.call
  expect(bench.store.expire(id)).toBe(true)
  expect(bench.store.answer(id, { allow: true, by: 'ana', hash })).toBe(false)
  await running
  expect(tool.runs).toEqual([])
})

test('G8 a turn that is taken up again repeats nothing', async () => {
  const bench = new Workbench()
  const read = countingTool('t.read')
  const write = countingTool('t.write', { category: 'write' })
  const provider = scriptedProvider((request) =>
    request.messages.at(-1)?.role === 'tool'
      ? { text: 'done' }
      : {
          calls: [
            { name: 't.read', args: { value: 'r' } },
            { name: 't.write', args: { value: 'w' } },
          ],
        },
  )
  const abort = new AbortController()
  const first = bench.run(provider, [read, write], { signal: abort.signal })
  const [asked] = await bench.waiting(1)
  await expect.poll(() => bench.parked).toBeGreaterThan(0)
  abort.abort()
  await first
  bench.store.answer(asked!.call.id, { allow: true, by: 'ana', hash: asked!.call.hash })
  expect(await bench.run(provider, [read, write])).toMatchObject({ kind: 'answered', text: 'done' })
  expect(read.runs).toEqual(['r'])
  expect(write.runs).toEqual(['w'])
  expect(provider.requests).toHaveLength(2)
})

test('G8 a call that was running when its process died is told as interrupted and not run again', async () => {
  const bench = new Workbench()
  bench.policy({ mode: 'auto', layers: [] })
  const tool = countingTool('t.write', { category: 'write', run: () => new Promise(() => {}) })
  void bench.run(oneCall('t.write'), [tool])
  await expect.poll(() => tool.runs).toEqual(['x'])
  bench.store.interrupt(bench.store.all()[0]!.call.id)
  const provider = oneCall('t.write')
  expect(await bench.run(provider, [tool])).toMatchObject({ kind: 'answered' })
  expect(tool.runs).toEqual(['x'])
  expect(provider.requests[0]?.messages.at(-1)?.text).toContain('may have had effects')
})

test('P4 a destructive call asks in auto', async () => {
  const bench = new Workbench()
  bench.policy({ mode: 'auto', layers: [{ layer: 'user', lists: { allow: ['t.delete'] } }] })
  const tool = countingTool('t.delete', { category: 'write', destructive: true })
  const abort = new AbortController()
  const running = bench.run(oneCall('t.delete'), [tool], { signal: abort.signal })
  const [asked] = await bench.waiting(1)
  expect(asked?.decision).toMatchObject({ verdict: 'ask', locked: 'destructive' })
  abort.abort()
  await running
  expect(tool.runs).toEqual([])
})

test('a tool can have judged what it meets on its way; yes to the call is no yes to that', async () => {
  const bench = new Workbench()
  bench.policy({ mode: 'auto', layers: [{ layer: 'user', lists: { deny: ['t.look(secret)'] } }] })
  const verdicts: string[] = []
  const tool = countingTool('t.look', {
    category: 'external',
    async run(_value, _signal, context) {
      const judge = await context.judging()
      for (const text of ['open', 'secret']) verdicts.push(judge({ kind: 'text', text }).verdict)
      return { ok: true, text: 'looked' }
    },
  })
  await bench.run(oneCall('t.look'), [tool])
  expect(verdicts).toEqual(['run', 'block'])
})

test('what a call changed is kept with how it ended', async () => {
  const bench = new Workbench()
  bench.policy({ mode: 'auto', layers: [] })
  const tool = countingTool('t.write', {
    category: 'write',
    run: () => Promise.resolve({ ok: true, text: 'wrote', changed: ['/w/a'] }),
  })
  await bench.run(oneCall('t.write'), [tool])
  expect(bench.store.all()[0]?.result).toEqual({
    state: 'succeeded',
    code: null,
    text: 'wrote',
    changed: ['/w/a'],
  })
})

test.each([
  ['default', [], 'mode'],
  ['auto', ['t.read'], 'rule'],
  ['strict', [], 'person'],
] as const)('a tool is told on which grounds it runs: %s %j is %s', async (mode, rules, via) => {
  const bench = new Workbench()
  bench.policy({ mode, layers: rules.length === 0 ? [] : [{ layer: 'user', lists: { allow: rules } }] })
  const seen: Grounds[] = []
  const tool: Tool = {
    ...countingTool('t.read'),
    run: (_signed, { grounds, output }) => {
      seen.push(grounds)
      output('half way')
      return Promise.resolve({ ok: true, text: 'done' })
    },
  }
  const running = bench.run(oneCall('t.read'), [tool])
  if (via === 'person') {
    const [asked] = await bench.waiting(1)
    bench.store.answer(asked!.call.id, { allow: true, by: 'ana', hash: asked!.call.hash })
  }
  await running
  expect(seen).toEqual([{ via, mode }])
  expect(bench.output).toEqual(['half way'])
})

test('a waiting call whose tool is gone when the turn goes on ends with it', async () => {
  const bench = new Workbench()
  const tool = countingTool('t.write', { category: 'write' })
  const abort = new AbortController()
  const first = bench.run(oneCall('t.write'), [tool], { signal: abort.signal })
  const [asked] = await bench.waiting(1)
  abort.abort()
  await first
  bench.store.answer(asked!.call.id, { allow: true, by: 'ana', hash: asked!.call.hash })
  const again = oneCall('t.write')
  await bench.run(again, [])
  expect(tool.runs).toEqual([])
  expect(bench.store.all()[0]).toMatchObject({ state: 'failed', result: { code: 'unknown_tool' } })
})

test.each([
  ['default', [], ['failed'], 'cannot'],
  ['auto', [], ['failed'], 'did x'],
  ['default', ['t.write'], ['waiting'], ''],
] as const)(
  'a call that is known to fail: nobody is asked where only the mode asks (%s, ask %j)',
  async (mode, ask, states, text) => {
    const bench = new Workbench()
    bench.policy({ mode, layers: [{ layer: 'user', lists: { ask } }] })
    const base = countingTool('t.write', {
      category: 'write',
      run: () => Promise.resolve({ ok: false, code: 'no_match', text: 'did x' }),
    })
    const tool: Tool = {
      ...base,
      parse(args) {
        const parsed = base.parse(args)
        if ('error' in parsed) return parsed
        const refusal = { code: 'no_match', text: 'cannot' }
        return { ...parsed, inspect: async (place) => ({ ...(await parsed.inspect(place)), refusal }) }
      },
    }
    const abort = new AbortController()
    const running = bench.run(oneCall('t.write'), [tool], { signal: abort.signal })
    if (states[0] === 'waiting') {
      await bench.waiting(1)
      abort.abort()
    }
    await running
    expect(bench.store.all().map((row) => row.state)).toEqual(states)
    expect(bench.store.all()[0]?.result?.text ?? '').toBe(text)
  },
)

describe('G8 a call that was cut off and whose tool can look', () => {
  /** The call runs for ever, its process dies, and the turn is taken up again. */
  async function cutOff(verify: () => Promise<Verified>) {
    const bench = new Workbench()
    bench.policy({ mode: 'auto', layers: [] })
    const forever = countingTool('t.write', { category: 'write', verify, run: () => new Promise(() => {}) })
    void bench.run(oneCall('t.write'), [forever])
    await expect.poll(() => forever.runs).toEqual(['x'])
    const [row] = bench.store.all()
    if (row === undefined) throw new Error('no call')
    bench.store.interrupt(row.call.id)
    const again = countingTool('t.write', { category: 'write', verify })
    const provider = oneCall('t.write')
    expect(await bench.run(provider, [again])).toMatchObject({ kind: 'answered' })
    const state = bench.store.all()[0]?.state
    return { runs: again.runs, told: provider.requests[0]?.messages.at(-1)?.text, state }
  }

  test.each<[string, Verified, object]>([
    [
      'was done',
      { kind: 'done', text: 'it is there' },
      { runs: [], told: 'it is there', state: 'succeeded' },
    ],
    ['was not done', { kind: 'not_done' }, { runs: ['x'], told: 'did x', state: 'succeeded' }],
    [
      'cannot be said',
      { kind: 'unknown' },
      { runs: [], told: expect.stringContaining('may have had effects') as string, state: 'interrupted' },
    ],
  ])('it %s', async (_name, found, ought) => {
    expect(await cutOff(() => Promise.resolve(found))).toMatchObject(ought)
  })

  test('a tool that fails to look does not know', async () => {
    expect(await cutOff(() => Promise.reject(new Error('no line')))).toMatchObject({
      runs: [],
      state: 'interrupted',
    })
  })
})

test.each([
  ['no such tool', 't.unknown', '{}', 'unknown_tool'],
  ['broken JSON', 't.read', '{"value":', 'bad_arguments'],
  ['arguments that do not fit', 't.read', '{"value":1}', 'bad_arguments'],
])('G11 a call that can never run is written down: %s', async (_name, name, input, code) => {
  const bench = new Workbench()
  const tool = countingTool('t.read')
  const provider: ChatProvider = {
    name: 'Script',
    async *stream(request) {
      await Promise.resolve()
      if (request.messages.at(-1)?.role === 'tool') yield { type: 'text', text: 'done' }
      else yield { type: 'call', call: { providerId: 'p', name, input } }
      yield { type: 'finish', usage: { inputTokens: 1, outputTokens: 1 } }
    },
  }
  expect(await bench.run(provider, [tool])).toMatchObject({ kind: 'answered' })
  expect(bench.store.all()).toMatchObject([{ state: 'failed', result: { code }, call: { tool: name } }])
  expect(tool.runs).toEqual([])
})

test('a process that was stopped for longer than its lease has no effect any more', async () => {
  const bench = new Workbench()
  bench.policy({ mode: 'auto', layers: [] })
  const tool = countingTool('t.write', { category: 'write' })
  await bench.run(oneCall('t.write'), [tool], { mayAct: () => Promise.resolve(false) })
  expect(tool.runs).toEqual([])
  expect(bench.store.all()).toMatchObject([{ state: 'failed', result: { code: 'lease_lost' } }])
})

describe('the policy of a moment ago', () => {
  /** A gate that knows an old policy; the store finds out whether it still holds. */
  function benchWith(old: string, now: string, holds: boolean) {
    const bench = new Workbench()
    const tool = countingTool('t.exec', { category: 'execute' })
    bench.policy({ mode: now, layers: [] })
    const policy = compilePolicy({ mode: old, layers: [] })
    bench.recent = () => Promise.resolve({ policy, version: 'v' })
    const propose = bench.store.propose.bind(bench.store)
    bench.store.propose = (lease, call, decision, extra) => {
      const { begin, ...rest } = extra ?? {}
      const begins = begin !== undefined && (begin.version === undefined || holds)
      return propose(lease, call, decision, begins ? extra : rest)
    }
    return { bench, tool }
  }

  test('lets run what it let run, and the store is not asked for it', async () => {
    const { bench, tool } = benchWith('auto', 'auto', true)
    await bench.run(oneCall('t.exec'), [tool])
    expect(tool.runs).toEqual(['x'])
    expect(bench.snapshots).toBe(0)
  })

  test('does not let run what would ask by now', async () => {
    const { bench, tool } = benchWith('auto', 'default', false)
    const abort = new AbortController()
    const running = bench.run(oneCall('t.exec'), [tool], { signal: abort.signal })
    await bench.waiting(1)
    expect(tool.runs).toEqual([])
    abort.abort()
    await running
  })

  test('does not let run what is blocked by now', async () => {
    const { bench, tool } = benchWith('auto', 'plan', false)
    await bench.run(oneCall('t.exec'), [tool])
    expect(tool.runs).toEqual([])
    expect(bench.store.all().map((row) => row.state)).toEqual(['blocked'])
  })

  test('asks and blocks nothing by itself', async () => {
    const { bench, tool } = benchWith('plan', 'auto', true)
    await bench.run(oneCall('t.exec'), [tool])
    expect(tool.runs).toEqual(['x'])
    // Once to decide, and once more to apply.
    expect(bench.snapshots).toBe(2)
  })
})
