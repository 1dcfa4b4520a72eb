import { expect, test } from 'vitest'
import { z } from 'zod'
import { countingTool, Workbench } from '../testing/bench.ts'
import { scriptedProvider } from '../testing/scripted-provider.ts'
import { NO_CAPABILITY, type Capability } from '../toolbelt/capabilities.ts'
import { defineTool } from '../toolbelt/tool.ts'

const calling = (...names: readonly string[]) =>
  scriptedProvider(({ messages }) =>
    messages.at(-1)?.role === 'tool'
      ? { text: 'done' }
      : { calls: names.map((name) => ({ name, args: {} })) },
  )

/** Modes in which a write is asked about, runs, or is blocked. */
const MODES = { ask: 'default', run: 'auto', block: 'plan' } as const

const ROWS = [
  // Who said yes; what the policy says by now; what the chat has; whether the file is another: what becomes of it.
  ['a person', 'block', 'nothing', 'stale', 'blocked'],
  ['a person', 'ask', 'nothing', 'stale', NO_CAPABILITY],
  ['a person', 'run', 'nothing', 'fresh', NO_CAPABILITY],
  ['a person', 'ask', 'it', 'stale', 'stale'],
  ['a person', 'run', 'it', 'stale', 'stale'],
  ['a person', 'ask', 'it', 'fresh', null],
  ['the mode', 'block', 'nothing', 'stale', 'blocked'],
  ['the mode', 'ask', 'nothing', 'stale', NO_CAPABILITY],
  ['the mode', 'ask', 'it', 'stale', 'asked'],
  ['the mode', 'ask', 'it', 'fresh', 'asked'],
  ['the mode', 'run', 'it', 'stale', 'stale'],
  ['the mode', 'run', 'it', 'fresh', null],
] as const

test.each(ROWS)(
  'G4 what %s let run, where policy says %s by now, the chat has %s and the file is %s: %s',
  async (by, verdict, has, file, becomes) => {
    const bench = new Workbench()
    const abort = new AbortController()
    let hash = 'as it was'
    let capabilities = new Set<Capability>(['safe', 'workspace_write'])
    const grounds: unknown[] = []
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    const holder = countingTool('t.holder', {
      lock: 'one',
      run: async () => {
        await held
        return { ok: true, text: 'held' }
      },
    })
    const write = defineTool({
      name: 't.write',
      description: 'Writes.',
      input: z.object({}),
      category: 'write',
      destructive: false,
      editSafe: false,
      capability: 'workspace_write',
      specifier: { kind: 'text', template: 'x' },
      repeat: 'never',
      parallelSafe: true,
      lock: 'one',
      title: () => 'Write',
      inspect: () => ({
        specifier: { kind: 'text', text: 'x' },
        body: { kind: 'arguments', entries: [] },
        targets: [{ path: '/w/a', hash }],
      }),
      run: (_input, context) => {
        grounds.push(context.grounds)
        return Promise.resolve({ ok: true, text: 'wrote' })
      },
    })
    bench.policy({ mode: by === 'the mode' ? 'auto' : 'default', layers: [] })
    const row = () => bench.store.all().find(({ call }) => call.tool === 't.write')
    const running = bench.run(calling('t.holder', 't.write'), [holder, write], {
      signal: abort.signal,
      gateHas: () => capabilities,
    })
    await expect.poll(() => row()?.state).toBe(by === 'the mode' ? 'approved' : 'waiting')
    await expect.poll(() => holder.runs.length).toBe(1)
    const asked = row()
    if (by === 'a person' && asked)
      bench.store.answer(asked.call.id, { allow: true, by: 'ana', hash: asked.call.hash })
    bench.policy({ mode: MODES[verdict], layers: [] })
    if (has === 'nothing') capabilities = new Set(['safe'])
    if (file === 'stale') hash = 'another'
    release()
    await expect.poll(() => (row()?.state === 'waiting' ? 'asked' : row()?.result?.code)).toBe(becomes)
    abort.abort()
    await running
    const via = by === 'a person' ? 'person' : 'mode'
    expect(grounds).toEqual(becomes === null ? [{ via, mode: MODES[verdict] }] : [])
  },
)
