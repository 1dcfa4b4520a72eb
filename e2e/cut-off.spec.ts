import { expect, test } from '@playwright/test'
import { findings } from './support/axe.ts'
import { cardTitled, enter, press, say } from './support/cards.ts'
import { makePlace } from './support/server.ts'
import type { Place } from './support/server.ts'

let place: Place

test.beforeEach(async () => {
  place = await makePlace()
})
test.afterEach(async () => place.remove())

test('what a call had printed is shown after a reload, and after the server was killed', async ({ page }) => {
  test.slow()
  const server = await place.start()
  await enter(page, await server.signIn())
  // The command text does not contain the words that it prints, so that the test really waits for the output.
  await say(page, "run sh -c 'for n in 1 2; do echo copying $n of 2; done; sleep 120'")
  await press(page, cardTitled(page, 'Run a command'), /^Allow once/)
  const running = page.locator('[data-call-state=running]')
  await expect(running).toContainText('copying 2 of 2')
  await page.reload()
  await expect(running).toContainText('copying 2 of 2')

  await server.kill()
  await place.start()
  await page.reload()
  const cut = page.locator('[data-call-state=interrupted]')
  await cut.getByRole('button', { name: 'Show output so far' }).click()
  await expect(cut.getByRole('group', { name: 'Output so far' })).toHaveText(
    'copying 1 of 2\ncopying 2 of 2\n',
  )
  await expect(page.locator('[data-role=assistant]').last()).toContainText(
    'I do not know whether this happened',
  )
  expect(await findings(page)).toEqual([])
})
