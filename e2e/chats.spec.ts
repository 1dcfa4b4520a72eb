import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { findings } from './support/axe.ts'
import { fakeWire, snapshot } from './support/fake-wire.ts'
import { makePlace } from './support/server.ts'
import { approvalFor, call, message, thread } from './support/views.ts'

/** The list of threads next to the page and on its own page, and the folder of a thread. */

const NOW = Date.now()
const HOUR = 3_600_000
const one = call('waits', 'one')
const site = { workspace: '/home/ada/code/site' }
const invoicer = { workspace: '/home/ada/code/invoicer' }
const CHATS = [
  {
    ...thread('waits'),
    ...invoicer,
    title: 'Monthly invoice run',
    updated_at: NOW - 1,
    last_turn: 'waiting' as const,
  },
  {
    ...thread('runs'),
    ...invoicer,
    title: 'Decimal comma',
    updated_at: NOW - 2,
    last_turn: 'running' as const,
  },
  {
    ...thread('failed'),
    ...invoicer,
    title: 'Upgrade',
    updated_at: NOW - 3,
    last_turn: 'failed' as const,
    permission_mode: 'auto',
  },
  {
    ...thread('quiet'),
    ...invoicer,
    title: 'Upgrade',
    created_at: NOW,
    updated_at: NOW - 4,
    last_turn: 'done' as const,
  },
  {
    ...thread('old'),
    ...site,
    title: 'Broken links',
    updated_at: NOW - 50 * HOUR,
    last_turn: 'done' as const,
  },
  { ...thread('top'), ...site, title: 'Release notes', updated_at: NOW - 90 * HOUR, pinned: true },
  { ...thread('away'), ...site, title: 'Finished long ago', updated_at: NOW - 99 * HOUR, archived: true },
]
const scene = {
  threads: CHATS,
  snapshots: [
    snapshot(CHATS[0] ?? thread('waits'), {
      messages: [message('waits', 'go')],
      calls: [one],
      approvals: [approvalFor(one)],
    }),
  ],
  waiting: { approvals: [approvalFor(one)], calls: [one] },
}

for (const theme of ['light', 'dark'] as const) {
  test(`beside the page: groups, marks, and rails where the mode is not Ask, ${theme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    const wire = await fakeWire(page, scene)
    await page.goto(wire.url('/t/thr_waits'))
    const bar = page.getByRole('navigation', { name: 'Chats' })
    await expect(bar.getByRole('heading', { level: 2 })).toHaveText([
      'Pinned',
      'invoicer',
      'site',
      'Archived',
    ])
    await expect(bar.locator('[data-chat=thr_waits]')).toContainText('1 waits')
    await expect(bar.locator('[data-chat=thr_runs]')).toContainText('running')
    await expect(bar.locator('[data-chat=thr_failed]')).toContainText('failed')
    await expect(bar.getByRole('link', { name: 'Upgrade (2)' })).toBeVisible()
    await expect(bar.locator('[data-rail]')).toHaveCount(1)
    await expect(bar.locator('[data-chat=thr_failed] [data-rail=hatch]')).toBeVisible()
    await expect(bar.getByText('Finished long ago')).toHaveCount(0)
    await bar.getByRole('button', { name: /^Archived/ }).click()
    await expect(bar.getByText('Finished long ago')).toBeVisible()
    expect(await findings(page)).toEqual([])

    await page.getByRole('button', { name: 'Chat list' }).click()
    await expect(bar).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'New chat' })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('article')).toBeVisible()
    await expect(bar).toHaveCount(0)
  })
}

test('below 1,100 pixels and on a phone the list is a page with the same groups and marks', async ({
  page,
}) => {
  const wire = await fakeWire(page, scene)
  for (const width of [1099, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await page.goto(wire.url('/chats'))
    await expect(page.getByRole('navigation', { name: 'Chats' })).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 2 })).toHaveText([
      'Pinned',
      'invoicer',
      'site',
      'Archived',
    ])
    await expect(page.locator('[data-chat=thr_waits]')).toContainText('1 waits')
    await expect(page.locator('[data-chat=thr_failed]')).toContainText('The last turn failed')
    expect(await findings(page)).toEqual([])
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)
  }
})

test('from the first page to two projects: the folder is checked, kept, and changed; chats are found, pinned, archived', async ({
  page,
}) => {
  const place = await makePlace({ 'README.md': '# Site\n' })
  const invoices = join(place.workspace, '../invoices')
  await mkdir(join(invoices, '.git'), { recursive: true })
  await writeFile(join(invoices, '.git/HEAD'), 'ref: refs/heads/main\n')
  const server = await place.start()
  await page.goto(await server.signIn())
  const path = page.getByRole('combobox', { name: 'Path of the folder' })
  await path.fill(`${invoices}/nope`)
  await expect(page.getByText('does not exist: create it, or choose another folder.')).toBeVisible()
  expect(await findings(page)).toEqual([])
  await page.getByRole('button', { name: 'Begin with an empty chat' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Not started' })).toBeVisible()

  // Chosen in the folder browser instead of typed.
  await path.fill(join(invoices, '..'))
  await page.getByRole('button', { name: 'Browse…' }).click()
  await page.getByRole('button', { name: 'invoices', exact: true }).click()
  await expect(page.getByText('under version control, on main')).toBeVisible()
  expect(await findings(page)).toEqual([])
  await page.getByRole('radio', { name: /^Plan/ }).check()
  await page.getByRole('button', { name: 'Begin with an empty chat' }).click()
  await expect(page).toHaveURL(/\/new$/)
  const project = page.getByRole('button', { name: /^Project: / })
  await expect(project).toHaveAccessibleName(/^Project: invoices/)
  await expect(page.locator('#composer-mode')).toContainText('Plan')

  const box = page.getByRole('textbox', { name: 'Message' })
  await box.fill('tell me of a zebra')
  await box.press('Enter')
  const bar = page.getByRole('navigation', { name: 'Chats' })
  await expect(bar.getByRole('heading', { name: 'invoices' })).toBeVisible()
  await expect(bar.getByRole('link', { name: /^tell me of a zebra/ })).toBeVisible()

  // Another project, from the menu of a new thread.
  await bar.getByRole('link', { name: 'New chat' }).click()
  await project.click()
  await page.getByRole('menuitemradio', { name: 'Choose another folder…' }).click()
  await path.fill(place.workspace)
  await expect(page.getByRole('dialog')).toContainText('Found')
  expect(await findings(page)).toEqual([])
  await page.getByRole('button', { name: 'Use this folder' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await box.fill('list the files')
  await box.press('Enter')
  await expect(bar.getByRole('heading', { level: 2 })).toHaveCount(2)
  // The choice is remembered, also after a reload.
  await page.goto(new URL('/new', page.url()).href)
  await expect(page.getByText('Say what should happen.', { exact: true })).toBeVisible()
  await expect(project).not.toHaveAccessibleName(/^Project: invoices/)
  // The other project is offered again, in the menu and among the recent ones of the dialog.
  await project.click()
  await page.getByRole('menuitemradio', { name: 'Choose another folder…' }).click()
  await expect(page.getByRole('region', { name: 'Recent projects' }).getByRole('listitem')).toHaveCount(2)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await project.click()
  await page.getByRole('menuitemradio', { name: /^invoices/ }).click()
  await expect(project).toHaveAccessibleName(/^Project: invoices/)

  // Found by a message, not only by the title.
  const zebra = bar.getByRole('link', { name: /zebra|Stripes/ })
  const menu = async (entry: string): Promise<void> => {
    await zebra.hover()
    await bar.getByRole('button', { name: /^Actions for (tell me|Stripes)/ }).click()
    await page.getByRole('menuitem', { name: entry }).click()
  }
  await menu('Rename')
  await page.getByRole('textbox', { name: 'Name' }).fill('Stripes')
  await page.getByRole('button', { name: 'Rename' }).click()
  await expect(bar.getByRole('link', { name: /^Stripes/ })).toBeVisible()
  const search = bar.getByRole('searchbox', { name: 'Search chats' })
  await search.fill('ZEBRA')
  await expect(bar.getByText('1 chat found')).toBeVisible()
  await expect(bar.getByRole('link', { name: /^Stripes.*tell me of a zebra/ })).toBeVisible()
  await expect(bar.locator('mark')).toHaveText('zebra')
  if (process.env['SHOTS'] !== undefined)
    await page.screenshot({ path: `${process.env['SHOTS']}/search.png` })
  expect(await findings(page)).toEqual([])
  await search.press('Escape')

  await menu('Pin to the top')
  await expect(bar.getByRole('heading', { name: 'Pinned' })).toBeVisible()
  await menu('Archive')
  await expect(bar.getByRole('heading', { name: 'Pinned' })).toHaveCount(0)
  await expect(bar.getByRole('button', { name: /^Archived/ })).toContainText('1 chat')
  await place.remove()
})

test('an unsent message is there after a reload; a deleted chat is gone, after a question', async ({
  page,
}) => {
  const place = await makePlace({ 'README.md': '# Site\n' })
  const server = await place.start()
  await page.goto(await server.signIn())
  await page.getByRole('button', { name: 'Begin with an empty chat' }).click()
  const box = page.getByRole('textbox', { name: 'Message' })
  await box.fill('list the files')
  await box.press('Enter')
  const bar = page.getByRole('navigation', { name: 'Chats' })
  const chat = bar.getByRole('link', { name: /^list the files/ })
  await expect(chat).toBeVisible()
  await expect(page.locator('[data-role=assistant]').last()).toBeVisible()
  await box.fill('half a thought')
  await page.reload()
  await expect(box).toHaveValue('half a thought')

  await chat.hover()
  await bar.getByRole('button', { name: /^Actions for list the files/ }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const question = page.getByRole('dialog', { name: /^Delete/ })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(chat).toBeVisible()
  await chat.hover()
  await bar.getByRole('button', { name: /^Actions for list the files/ }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(chat).toHaveCount(0)
  await place.remove()
})

test('the audit is searched by words and days, and says chat and time', async ({ page }) => {
  const place = await makePlace({ 'README.md': '# Site\n' })
  const server = await place.start()
  await page.goto(await server.signIn())
  await page.getByRole('button', { name: 'Begin with an empty chat' }).click()
  const box = page.getByRole('textbox', { name: 'Message' })
  await box.fill('read README.md')
  await box.press('Enter')
  await expect(page.getByText('Read', { exact: true }).first()).toBeVisible()
  await page.goto(new URL('/audit', page.url()).href)
  const calls = page.locator('[data-past-call]')
  await expect(calls).toHaveCount(1)
  await expect(calls).toContainText(/\d{1,2} \w{3}, \d\d:\d\d:\d\d/)
  await expect(calls.getByRole('link', { name: 'read README.md' })).toBeVisible()
  const search = page.getByRole('searchbox', { name: 'Search commands, paths and chats' })
  await search.fill('nothing like it')
  await expect(page.getByText('No matches.')).toBeVisible()
  await search.fill('readme')
  await expect(calls).toHaveCount(1)
  await page.getByLabel('To', { exact: true }).fill('2020-01-01')
  await expect(page.getByText('No matches.')).toBeVisible()
  await page.getByLabel('To', { exact: true }).fill('')
  await page.getByLabel('From', { exact: true }).fill('2020-01-01')
  await expect(calls).toHaveCount(1)
  expect(await findings(page)).toEqual([])
  await place.remove()
})
