import { expect, test } from 'vitest'
import { z } from 'zod'
import { Workbench } from '../testing/bench.ts'
import { scriptedProvider } from '../testing/scripted-provider.ts'
import { defineTool } from '../toolbelt/tool.ts'

/** One file in memory, and a tool that puts a letter behind what is there. What it is shown and what it does go into a log. */
function addingTool(log: string[]) {
  let file = ''
  const bytes = (text: string) => new TextEncoder().encode(text)
  return defineTool({
    name: 't.add',
    description: 'Adds.',
    input: z.object({ letter: z.string() }),
    category: 'write',
    destructive: false,
    editSafe: false,
    capability: 'workspace_write',
    specifier: { kind: 'text', template: '{letter}' },
    repeat: 'never',
    parallelSafe: false,
    lock: 'file',
    title: ({ letter }) => `Add ${letter}`,
    inspect({ letter }, _place, ahead) {
      const left = ahead?.get('/f')
      const before = left ? new TextDecoder().decode(left) : file
      if (ahead) log.push(`shown ${before}+${letter}`)
      return {
        specifier: { kind: 'text', text: letter },
        body: { kind: 'arguments', entries: [] },
        targets: [{ path: '/f', hash: before }],
        leaves: new Map([['/f', bytes(before + letter)]]),
      }
    },
    // Letters can be added after any text.
    holds: () => true,
    run({ letter }) {
      file += letter
      return Promise.resolve({ ok: true, text: file })
    },
  })
}

const adding = (...letters: readonly string[]) =>
  scriptedProvider(({ messages }) =>
    messages.at(-1)?.role === 'tool'
      ? { text: 'done' }
      : { calls: letters.map((letter) => ({ name: 't.add', args: { letter } })) },
  )

test.each([
  ['first to last', [0, 1, 2], [], 'abc'],
  ['last to first', [2, 1, 0], [], 'abc'],
  ['with a refusal in the middle, last to first', [2, 1, 0], [1], 'ac'],
  ['with the first refused last', [2, 1, 0], [0], 'bc'],
])('cards of one file, answered %s: done in the order of the model', async (_name, order, refused, file) => {
  const bench = new Workbench()
  const log: string[] = []
  const running = bench.run(adding('a', 'b', 'c'), [addingTool(log)])
  await expect
    .poll(() => bench.store.all().map(({ state }) => state))
    .toEqual(['waiting', 'waiting', 'waiting'])
  expect(log).toEqual(['shown +a', 'shown a+b', 'shown ab+c'])
  for (const index of order) {
    const call = bench.store.all()[index]?.call
    if (call)
      bench.store.answer(call.id, {
        allow: !refused.some((one) => one === index),
        by: 'ana',
        hash: call.hash,
      })
  }
  await running
  const results = bench.store.all().map(({ result }) => result?.text ?? '')
  expect(results.findLast((text) => text.length <= 3)).toBe(file)
})
