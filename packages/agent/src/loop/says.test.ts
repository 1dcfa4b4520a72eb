import { expect, test } from 'vitest'
import { countingTool, Workbench } from '../testing/bench.ts'
import { scriptedProvider } from '../testing/scripted-provider.ts'

test.each([
  ['its words', 'I look at it first.', 'I look at it first.'],
  ['nothing', '  \n', undefined],
  ['much', 'x'.repeat(600), `${'x'.repeat(500)}…`],
])('a call carries what the model said as it proposed it: %s', async (_name, text, says) => {
  const bench = new Workbench()
  const provider = scriptedProvider((request) =>
    request.messages.at(-1)?.role === 'tool'
      ? { text: 'end' }
      : { text, calls: [{ name: 't.read', args: { value: 'a' } }] },
  )
  await bench.run(provider, [countingTool('t.read')])
  const [one] = bench.store.all()
  expect(one?.call.says).toBe(says)
})
