import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openThread } from '../../testing/browser-page.ts'

test('every entry stands on one line, with its group whole', async () => {
  await openThread()
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(page.getByRole('option', { name: /^command / }).first()).toBeVisible()
  const options = page.getByRole('option').elements()
  const heights = new Set(options.map((option) => option.getBoundingClientRect().height))
  expect(heights.size).toBe(1)
  for (const option of options) {
    const group = option.querySelector('span')
    expect(group?.scrollWidth).toBeLessThanOrEqual(group?.clientWidth ?? 0)
  }
})
