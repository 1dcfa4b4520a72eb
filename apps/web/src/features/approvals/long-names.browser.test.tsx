import '../../app/base.css'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { ClockContext } from '../../data/context.ts'
import { aCall, anApproval } from '../../testing/views.ts'
import { WaitingRow } from './WaitingRow.tsx'

/** A row of what waits keeps its edges, whatever its call is called; with the focus it says the whole. */

const PATH = `src/${'a-folder-with-a-name/'.repeat(6)}${'x'.repeat(80)}.test.ts`
const edit = aCall('long', { tool: 'files.edit', title: `Edit ${PATH}`, specifier: PATH })
const foreign = aCall('long', { tool: 'mcp__files__put', title: `Put ${PATH}`, specifier: PATH })

test.each([
  [1280, edit, PATH, 'pre-wrap'],
  [760, edit, PATH, 'pre-wrap'],
  [1280, foreign, foreign.title, 'normal'],
  [760, foreign, foreign.title, 'normal'],
])('on a screen of %i pixels', async (width, call, whole, whiteSpace) => {
  await page.viewport(width, 800)
  await render(
    <ClockContext value={{ now: () => 60_000 }}>
      <ul>
        <WaitingRow question={{ call, approval: anApproval(call) }} open={false} onToggle={() => {}} />
      </ul>
    </ClockContext>,
  )
  const row = page.getByRole('button')
  await expect.element(row).toBeVisible()
  const inner = row.element().querySelectorAll('*')
  const edge = row.element().getBoundingClientRect().right
  expect([...inner].filter((part) => part.getBoundingClientRect().right > edge)).toEqual([])
  await userEvent.keyboard('{Tab}')
  await expect.element(row).toHaveFocus()
  expect([...inner].filter((part) => part.getBoundingClientRect().right > edge)).toEqual([])
  await expect.element(row.getByText(whole, { exact: true })).toHaveStyle({ whiteSpace })
  await page.viewport(1280, 800)
})
