import { expect, test } from '@playwright/test'
import { findings } from './support/axe.ts'
import { fakeWire, snapshot } from './support/fake-wire.ts'
import { approvalFor, call, message, thread } from './support/views.ts'

/** Every page once on a light desktop and once on a dark phone: axe finds nothing, nothing is wider than the screen. */

const chat = thread('tidy', { title: 'tidy the release' })
const one = call('tidy', 'one')
const done = call('tidy', 'done', {
  state: 'succeeded',
  started_at: 1,
  ended_at: 12,
  signature: { via: 'person', by: 'usr_local', at: 10 },
  preview: '412 passed',
})
const KEPT = {
  id: 'rule_1',
  list: 'allow',
  layer: 'user',
  text: 'terminal.exec(node *)',
  threadId: null,
  createdFrom: null,
  createdAt: 1_790_000_000_000,
}
const API = {
  '/api/calls': { calls: [{ call: done, thread_title: 'tidy the release', parents: [] }], next: null },
  '/api/rules': { rules: [KEPT] },
}

const PAGES = [
  ['/t/thr_tidy', 'Conversation'],
  ['/new', 'Say what should happen.'],
  ['/waiting', 'Waiting for you'],
  ['/answered', 'Answered'],
  ['/welcome', 'Countersign'],
  ['/settings/permissions', 'Rules as text'],
  ['/settings/models', 'Model for new chats'],
  ['/settings/notifications', 'Sounds'],
  ['/settings/keyboard', 'On a focused card'],
  ['/settings/about', 'Licences'],
  ['/audit', 'Audit'],
] as const
const PHONE_ONLY = [
  ['/chats', 'Chats'],
  ['/more', 'More'],
] as const

const LOOKS = [
  { name: 'light desktop', width: 1280, height: 800, scheme: 'light', pages: PAGES },
  { name: 'dark phone', width: 390, height: 844, scheme: 'dark', pages: [...PAGES, ...PHONE_ONLY] },
] as const

for (const { name, width, height, scheme, pages } of LOOKS) {
  test(`every page, ${name}`, async ({ page }) => {
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(error.message))
    page.on('console', (said) => {
      if (said.type() === 'error') errors.push(said.text())
    })
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
    const wire = await fakeWire(page, {
      threads: [chat],
      snapshots: [
        snapshot(chat, {
          messages: [message('tidy', 'go')],
          calls: [done, one],
          approvals: [approvalFor(one)],
        }),
      ],
      waiting: { approvals: [approvalFor(one)], calls: [one] },
      api: API,
    })
    for (const [path, heading] of pages) {
      await page.goto(wire.url(path))
      await expect(page.getByRole('heading', { name: heading, exact: true }), path).toBeAttached()
      expect(await findings(page), path).toEqual([])
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(wide, path).toBeLessThanOrEqual(0)
      const moving = await page.evaluate(() => document.getAnimations().length)
      expect(moving, path).toBe(0)
    }
    expect(errors).toEqual([])
  })
}
