import { expect, test } from '@playwright/test'
import { TurnId, type CallView } from '@countersign/protocol'
import { fakeWire, snapshot } from './support/fake-wire.ts'
import { call, message, thread } from './support/views.ts'

/** The to-do list above the composer, and the changes of a turn at its end. */

const chat = thread('tidy')
const turn = TurnId.parse('trn_tidy')
const ran = { state: 'succeeded', started_at: 1, ended_at: 2, turn_id: turn } as const
const signature = { via: 'mode', by: 'default', at: 1 } as const

const todo = (name: string, states: readonly ('open' | 'in_progress' | 'done')[], at: number): CallView =>
  call('tidy', name, {
    ...ran,
    ended_at: at,
    tool: 'todo_write',
    specifier: '',
    signature,
    preview: '',
    body: { kind: 'todo', items: states.map((state, index) => ({ text: `Step ${index + 1}`, state })) },
  })
const edit = (
  name: string,
  path: string,
  summary: string,
  undo: 'possible' | 'done' = 'possible',
): CallView =>
  call('tidy', name, {
    ...ran,
    tool: 'files.edit',
    specifier: path,
    signature,
    preview: '',
    summary,
    undo,
    body: { kind: 'write', path, before: 'a\n', after: 'b\n', outside_workspace: false },
  })

test('the to-do list is pinned, live, and gone once it is done and its turn is over', async ({ page }) => {
  const live = { id: turn, thread_id: chat.id, state: 'running', error: null } as const
  const wire = await fakeWire(page, {
    threads: [chat],
    snapshots: [
      snapshot(chat, {
        messages: [message('tidy', 'go', { turn_id: turn })],
        calls: [todo('one', ['in_progress', 'open', 'open'], 10)],
        turn: live,
      }),
    ],
  })
  await page.goto(wire.url('/t/thr_tidy'))
  const list = page.getByRole('region', { name: 'To do' })
  await expect(list.getByText('0 of 3 done')).toBeVisible()
  await expect(list.getByRole('listitem')).toHaveText(['Step 1, in progress', 'Step 2, open', 'Step 3, open'])
  wire.event(chat.id, { type: 'tool_call_update', call: todo('two', ['done', 'in_progress', 'open'], 20) })
  await expect(list.getByText('1 of 3 done')).toBeVisible()
  // When folded it shows the current item.
  await list.getByRole('button').click()
  await expect(list.getByRole('listitem')).toHaveCount(0)
  await expect(list.getByRole('button', { name: /Step 2/ })).toBeVisible()
  wire.event(chat.id, { type: 'tool_call_update', call: todo('three', ['done', 'done', 'done'], 30) })
  await expect(list.getByText('3 of 3 done')).toBeVisible()
  wire.event(chat.id, { type: 'turn_updated', turn: { ...live, state: 'done' } })
  await expect(list).toHaveCount(0)
})

test('a turn ends with the files that it changed; all or one can be undone, and conflicts are told', async ({
  page,
}) => {
  const usage = { input_tokens: 34_701, output_tokens: 1575, cost_usd: null, context_tokens: 20_000 }
  const wire = await fakeWire(page, {
    threads: [chat],
    snapshots: [
      snapshot(chat, {
        messages: [message('tidy', 'go', { turn_id: turn })],
        calls: [edit('a', 'src/money.ts', '+10 −1'), edit('b', 'test/money.test.ts', '+4 −0')],
        turn: null,
        ended: [{ id: turn, thread_id: chat.id, state: 'done', error: null, usage }],
      }),
    ],
  })
  await page.goto(wire.url('/t/thr_tidy'))
  const bar = page.getByRole('region', { name: 'Files changed in this turn' })
  await expect(bar.getByRole('heading')).toHaveText('2 files changed')
  await expect(bar.getByText('+14 −1')).toBeVisible()
  await expect(bar.getByRole('listitem')).toHaveCount(2)
  await expect(page.getByText('34,701 tokens in, 1,575 out, price not known')).toBeVisible()
  await expect(page.getByText('20,000 tokens')).toBeVisible()
  wire.onCommand = (command) =>
    command.type === 'turn_undo'
      ? {
          type: 'undone',
          request_id: command.request_id,
          undo: {
            done: false,
            restored: ['test/money.test.ts'],
            conflicts: [{ path: 'src/money.ts', why: 'it was changed since' }],
          },
        }
      : 'ok'
  await bar.getByRole('button', { name: 'Undo all' }).click()
  await expect(bar.getByText('it was changed since')).toBeVisible()
  await bar.getByRole('button', { name: 'Restore the others' }).click()
  await expect
    .poll(() => wire.heard.filter(({ type }) => type === 'turn_undo'))
    .toMatchObject([
      { turn_id: turn, skip_conflicts: false },
      { turn_id: turn, skip_conflicts: true },
    ])
  await bar.getByRole('button', { name: 'Undo changes to src/money.ts' }).click()
  await expect
    .poll(() => wire.heard.filter(({ type }) => type === 'call_undo'))
    .toMatchObject([{ tool_call_id: 'call_a', skip_conflicts: false }])
  wire.event(chat.id, { type: 'tool_call_update', call: edit('a', 'src/money.ts', '+10 −1', 'done') })
  await expect(bar.getByRole('listitem').first()).toContainText('undone')
})
