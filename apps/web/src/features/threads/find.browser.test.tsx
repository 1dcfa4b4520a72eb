import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openThread } from '../../testing/browser-page.ts'
import { aCall, aMessage } from '../../testing/views.ts'

/** Four consecutive reads, which the page folds into one line, and a command that has the word only in its output. */
const reads = ['a.ts', 'b.ts', 'money.ts', 'd.ts'].map((name, index) =>
  aCall(`r${index}`, { tool: 'files.read', specifier: name, state: 'succeeded', proposed_at: 2 + index }),
)
const tests = aCall('t', {
  specifier: 'npm test',
  state: 'succeeded',
  preview: 'parseAmount: 1 failed',
  proposed_at: 9,
})
const thread = {
  messages: [aMessage('ask', { text: 'Mend parseAmount in money.ts' })],
  calls: [...reads, tests],
}

const marked = (name: string): readonly string[] =>
  [...(CSS.highlights.get(name)?.values() ?? [])].map((range) =>
    range instanceof Range ? range.toString() : '',
  )

test('find marks the words, and unfolds the line and the result in which they stand', async () => {
  await openThread({ thread })
  await expect.element(page.getByText('Mend parseAmount in money.ts')).toBeVisible()
  expect(document.querySelector('[data-call=call_r2]')).toBeNull()

  await userEvent.keyboard('{Control>}f{/Control}')
  await userEvent.keyboard('money.ts')
  await expect.element(page.getByText('1 of 2')).toBeVisible()
  await expect.poll(() => marked('found-here')).toEqual(['money.ts'])
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('2 of 2')).toBeVisible()
  await expect.poll(() => document.querySelector('[data-call=call_r2]')).not.toBeNull()
  await expect.poll(() => marked('found')).toEqual(['money.ts', 'money.ts'])

  await userEvent.fill(page.getByRole('searchbox', { name: 'Find in this chat' }), 'parseAmount: 1')
  await expect
    .poll(() => document.querySelector('[data-call=call_t]')?.textContent)
    .toContain('parseAmount: 1')
  await expect.poll(() => marked('found-here').length).toBeGreaterThan(0)

  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('searchbox', { name: 'Find in this chat' })).not.toBeInTheDocument()
  expect(marked('found')).toEqual([])
})
