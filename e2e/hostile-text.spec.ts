import { expect, test } from '@playwright/test'
import { fakeWire, snapshot } from './support/fake-wire.ts'
import { approvalFor, call, message, thread } from './support/views.ts'

/** Text from a model or a tool stays text: it runs nothing, loads nothing, and cannot imitate the product. */

const HOSTILE = [
  '<script>window.pwned = 1</script><img src=x onerror="window.pwned = 2">',
  '![pixel](http://evil.example/pixel.png)',
  '[click](javascript:window.pwned=3) [data](data:text/html,<script>window.pwned=4</script>)',
  '<iframe src="http://evil.example/"></iframe><style>body { display: none }</style>',
  '[link](http://evil.example/page "title")',
  '`rm \u202Efdp.exe`',
].join('\n\n')

test('hostile text in messages, cards and results runs nothing and loads nothing', async ({ page }) => {
  const chat = thread('tidy', { title: '<b>tidy</b>' })
  const done = call('tidy', 'done', {
    state: 'succeeded',
    started_at: 1,
    ended_at: 2,
    preview: HOSTILE,
    signature: { via: 'person', by: '<img src=x onerror=window.pwned=5>', at: 1 },
  })
  const waits = call('tidy', 'waits', {
    title: '<img src=x onerror=window.pwned=6>',
    specifier: HOSTILE,
    says: HOSTILE,
    body: { kind: 'shell', command: HOSTILE, cwd: '~/code/site' },
  })
  const foreign: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith('http://countersign.test/')) foreign.push(request.url())
  })
  const wire = await fakeWire(page, {
    threads: [chat],
    snapshots: [
      snapshot(chat, {
        messages: [message('tidy', 'bad', { role: 'assistant', text: HOSTILE })],
        calls: [done, waits],
        approvals: [approvalFor(waits)],
      }),
    ],
    waiting: { approvals: [approvalFor(waits)], calls: [waits] },
  })
  await page.goto(wire.url('/t/thr_tidy'))
  await expect(page.getByRole('article')).toBeVisible()
  await page.locator('[data-call-state=succeeded] [data-line]').click()
  await expect(page.locator('[data-hidden-character="U+202E"]').first()).toBeVisible()
  // Copying yields the text itself, with the characters behind the badges and without the prompt sign.
  const copied = await page
    .getByRole('article')
    .locator('[data-exact]')
    .evaluate((element) => {
      document.getSelection()?.selectAllChildren(element)
      const clipboardData = new DataTransfer()
      element.dispatchEvent(new ClipboardEvent('copy', { clipboardData, bubbles: true, cancelable: true }))
      return clipboardData.getData('text/plain')
    })
  expect(copied).toBe(HOSTILE)
  expect(await page.locator('main img, main iframe, main script, main style').count()).toBe(0)
  const links = await page
    .locator('main a')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
  expect(links.filter((link) => !/^(?:https?:|mailto:|\/)/.test(link))).toEqual([])
  expect(await page.evaluate(() => Reflect.has(window, 'pwned'))).toBe(false)
  expect(foreign).toEqual([])
})
