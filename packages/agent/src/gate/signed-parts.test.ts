import { hunksOf, TurnId, withHunks } from '@countersign/protocol'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { Workbench } from '../testing/bench.ts'
import { scriptedProvider } from '../testing/scripted-provider.ts'
import { defineTool, type Tool, type Verified } from '../toolbelt/tool.ts'

const TURN = TurnId.parse('trn_test')
const BEFORE = 'one\ntwo\nthree\nfour\nfive\n'
const AFTER = '1\ntwo\n3\nfour\n5\n'
const [ONE = '', , FIVE = ''] = hunksOf(BEFORE, AFTER).map(({ id }) => id)
const PARTLY = '1\ntwo\nthree\nfour\n5\n'

/** Puts lines in place, all or those that were signed. */
function puttingTool({
  inParts = true,
  verify = () => Promise.resolve({ kind: 'not_done' } as const),
}: {
  readonly inParts?: boolean
  verify?(): Promise<Verified>
} = {}): { readonly tool: Tool; readonly wrote: string[] } {
  const wrote: string[] = []
  const tool = defineTool({
    name: 'put',
    description: 'Puts lines.',
    input: z.object({}),
    category: 'write',
    destructive: false,
    editSafe: true,
    capability: 'workspace_write',
    specifier: { kind: 'text', template: '' },
    repeat: 'idempotent',
    verify,
    parallelSafe: false,
    title: () => 'Put',
    inspect: () => ({
      specifier: { kind: 'text', text: 'f' },
      body: { kind: 'write', path: 'f', before: BEFORE, after: AFTER, outside_workspace: false },
      targets: [],
      ...(inParts ? { inParts: true } : {}),
    }),
    run: (_input, { narrowed }) => {
      wrote.push(narrowed === undefined ? AFTER : withHunks(narrowed.base, narrowed.accepted))
      return Promise.resolve({ ok: true, text: narrowed?.words ?? 'all of it' })
    },
  })
  return { tool, wrote }
}

const putting = scriptedProvider(({ messages }) =>
  messages.at(-1)?.role === 'tool' ? { text: 'done' } : { calls: [{ name: 'put', args: {} }] },
)

async function answered(tool: Tool, parts?: { readonly signed: readonly string[]; readonly of: number }) {
  const bench = new Workbench()
  const running = bench.run(putting, [tool])
  const [asked] = await bench.waiting(1)
  if (asked === undefined) throw new Error('nobody was asked')
  const { id, hash } = asked.call
  bench.store.answer(id, { allow: true, by: 'ana', hash, feedback: 'no', ...(parts ? { parts } : {}) })
  await running
  return bench.store.find(id)
}

test('a tool gets the signed parts and no others, under the hash that was proposed', async () => {
  const { tool, wrote } = puttingTool()
  const stored = await answered(tool, { signed: [ONE, FIVE], of: 3 })
  expect(wrote).toEqual([PARTLY])
  expect(stored).toMatchObject({
    state: 'succeeded',
    call: { body: { after: AFTER } },
    signature: { parts: { signed: [ONE, FIVE], of: 3 } },
    result: { text: 'accepted 1 (l. 1), 3 (l. 5); declined 2 (l. 3) "no"' },
  })
})

test('a yes without parts is a yes to all of it', async () => {
  const { tool, wrote } = puttingTool()
  await answered(tool)
  expect(wrote).toEqual([AFTER])
})

test.each([
  ['a tool that does all or nothing', puttingTool({ inParts: false }), { signed: [ONE], of: 3 }],
  ['parts that the change does not have', puttingTool(), { signed: [ONE, 'a'.repeat(32)], of: 3 }],
  ['no parts', puttingTool(), { signed: [], of: 3 }],
])('a row that names %s runs nothing', async (_name, { tool, wrote }, parts) => {
  expect(await answered(tool, parts)).toMatchObject({ state: 'failed', result: { code: 'stale' } })
  expect(wrote).toEqual([])
})

test.each([
  ['was not done, does the signed parts', { kind: 'not_done' }, [PARTLY]],
  ['was done, says which parts', { kind: 'done', text: 'It was done.' }, []],
] as const)('what a crash cut off and %s', async (_name, found, written) => {
  const { tool, wrote } = puttingTool({ verify: () => Promise.resolve(found) })
  const bench = new Workbench()
  const stop = new AbortController()
  const running = bench.run(putting, [tool], { signal: stop.signal })
  const [asked] = await bench.waiting(1)
  if (asked === undefined) throw new Error('nobody was asked')
  const { id, hash } = asked.call
  stop.abort()
  await running
  const lease = bench.store.lease(asked.call.turnId ?? TURN)
  bench.store.answer(id, { allow: true, by: 'ana', hash, parts: { signed: [ONE, FIVE], of: 3 } })
  expect(await bench.store.begin(lease, id, hash)).toBe(false)
  expect(await bench.store.begin(lease, id, hash, [ONE, FIVE])).toBe(true)
  bench.store.interrupt(id)
  await bench.run(putting, [tool])
  expect(wrote).toEqual(written)
  const stored = await bench.store.find(id)
  expect(stored?.state).toBe('succeeded')
  expect(stored?.result?.text).toContain('accepted 1 (l. 1), 3 (l. 5); declined 2 (l. 3)')
})
