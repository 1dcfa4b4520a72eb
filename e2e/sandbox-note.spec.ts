import { expect, test } from '@playwright/test'
import { fakeWire, snapshot } from './support/fake-wire.ts'
import { thread } from './support/views.ts'

const chat = thread('tidy', { title: 'tidy the release' })

for (const noSandbox of [undefined, 'bwrap is not installed']) {
  test(`the mode menu ${noSandbox === undefined ? 'says nothing' : 'says why'} where commands run ${noSandbox === undefined ? 'in' : 'without'} a sandbox`, async ({
    page,
  }) => {
    const wire = await fakeWire(page, {
      threads: [chat],
      snapshots: [snapshot(chat)],
      ...(noSandbox === undefined ? {} : { noSandbox }),
    })
    await page.goto(wire.url('/t/thr_tidy'))
    await page.getByRole('button', { name: 'Mode: Ask' }).click()
    await expect(page.getByRole('menuitemradio', { name: /Auto/ })).toBeVisible()
    await expect(page.getByText('without a system sandbox here: bwrap is not installed')).toHaveCount(
      noSandbox === undefined ? 0 : 1,
    )
  })
}
