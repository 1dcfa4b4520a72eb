import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from '@playwright/test'
import { fakeWire, snapshot } from './support/fake-wire.ts'
import { approvalFor, call, message, thread } from './support/views.ts'

/** The size of the first load of a page on the wire. Hard limits. */

const DIST = join(import.meta.dirname, '../apps/web/dist')
const chat = thread('tidy')
const one = call('tidy', 'one')

const PLACES = [
  { name: 'a chat on a desktop', path: '/t/thr_tidy', width: 1280, limit: 230_000 },
  { name: 'Waiting on a phone', path: '/waiting', width: 390, limit: 170_000 },
] as const

for (const { name, path, width, limit } of PLACES) {
  test(`${name} stays under ${limit / 1000} kB of script, 25 kB of style and 60 kB of fonts`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    const files = new Set<string>()
    page.on('request', (request) => files.add(new URL(request.url()).pathname))
    const wire = await fakeWire(page, {
      threads: [chat],
      snapshots: [
        snapshot(chat, { messages: [message('tidy', 'go')], calls: [one], approvals: [approvalFor(one)] }),
      ],
      waiting: { approvals: [approvalFor(one)], calls: [one] },
    })
    await page.goto(wire.url(path))
    await expect(page.getByRole('article')).toBeVisible()
    const first = new Set(files)
    await page.waitForLoadState('networkidle')
    expect(await weight(first, '.js')).toBeLessThanOrEqual(limit)
    expect(await weight(files, '.css')).toBeLessThanOrEqual(25_000)
    expect(await weight(files, '.woff2', false)).toBeLessThanOrEqual(60_000)
  })
}

async function weight(files: ReadonlySet<string>, ending: string, zipped = true): Promise<number> {
  let sum = 0
  for (const file of files) {
    if (!file.endsWith(ending)) continue
    const content = await readFile(join(DIST, file))
    sum += zipped ? gzipSync(content).length : content.length
  }
  return sum
}
