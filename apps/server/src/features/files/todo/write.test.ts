import { Toolbelt } from '@countersign/agent'
import { expect, test } from 'vitest'
import { toolBench } from '../../../tools/testing/tool-bench.ts'
import { todoWrite } from './write.ts'

test('the list is what the card shows, its title how far it is; it runs in plan mode too', async () => {
  const bench = await toolBench(() => new Toolbelt([todoWrite]))
  bench.policy({ mode: 'plan', layers: [] })
  const items = [
    { text: 'read', state: 'done' },
    { text: 'write', state: 'in_progress' },
    { text: 'try', state: 'open' },
  ]
  const { call, result } = await bench.call('todo_write', { items })
  expect(call.title).toBe('1 of 3 done: write')
  expect(call.body).toEqual({ kind: 'todo', items })
  expect(result).toMatchObject({ state: 'succeeded', text: '[x] read\n[~] write\n[ ] try' })
  await bench.close()
})
