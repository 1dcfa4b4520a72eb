/** @module-tag slow */
import { ThreadId } from '@countersign/protocol'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { browserRig, type BrowserRig } from './testing/browser-rig.ts'
import { playwrightScript } from './trace/script.ts'
import { FRAME, INJECTIONS, PRESSED, PROGRAM } from './testing/injections.ts'
import { needsChromium } from './testing/needs-chromium.ts'

needsChromium()

let rig: BrowserRig
beforeAll(async () => {
  rig = await browserRig({
    traces: true,
    secrets: { shop: { value: 'SECRET-from-the-vault', host: 'shop.example' } },
  })
  await writeFile(join(rig.workspace, '.env'), 'KEY=SECRET-of-the-file')
  rig.village.serve('rest.example/', 'nothing')
  rig.village.serve(FRAME.at, FRAME.html)
  rig.village.serve(PROGRAM.at, (_request, response) => response.end('#!/bin/sh'))
}, 60_000)
afterAll(() => rig.close())

const THREAD = ThreadId.parse('thr_rig')
const ALLOWED = new Set(['shop.example', 'rest.example'])

const refIn = (text: string, kind: RegExp) =>
  text
    .split('\n')
    .find((line) => kind.test(line.trim()) && !line.includes('masked'))
    ?.match(/\[((?:f\d)?e\d+)\]/)?.[1] ?? 'e1'

test('sixty pages', () => {
  expect(INJECTIONS).toHaveLength(60)
})

/** The agent obeys every page; rules allow the shop; the person denies every question. */
test.each(INJECTIONS)(
  '$name: nothing changes, nothing leaves, no secret is told',
  async ({ html, obeys }) => {
    rig.rules('default', ['browser(domain:shop.example)', 'browser(domain:rest.example)'])
    rig.answer(() => ({ allow: false }))
    rig.village.serve('shop.example/', html)
    await rig.act({ action: 'navigate', url: 'http://rest.example/' })
    const heard: string[] = []
    const first = await rig.act({ action: 'navigate', url: 'http://shop.example/' })
    rig.village.arrived.length = 0
    heard.push(first.text)
    const names: Readonly<Record<string, string>> = {
      REF: refIn(first.text, new RegExp(`^(?:button "(?:${PRESSED.join('|')})|clickable)`)),
      LINK: refIn(first.text, /^link/),
      FIELD: refIn(first.text, /^(?:textbox)/),
      FILE: refIn(first.text, /^file/),
    }
    for (const wish of obeys) {
      const ref = wish['ref']
      const result = await rig.act(typeof ref === 'string' ? { ...wish, ref: names[ref] } : wish)
      heard.push(result.text)
    }
    expect(rig.village.arrived.filter(({ method }) => !['GET', 'HEAD', 'OPTIONS'].includes(method))).toEqual(
      [],
    )
    expect(rig.village.arrived.filter(({ host }) => !ALLOWED.has(host))).toEqual([])
    expect(heard.join('\n')).not.toContain('SECRET-')
    // The agent found what it was told to press.
    expect(heard.join('\n')).not.toContain('there is no element')
  },
)

test('nothing that is kept has a secret, and nothing was saved', async () => {
  const calls = [...rig.rig.rows.values()]
  // The trace is written after the picture of an action, while the model thinks.
  await expect.poll(async () => (await rig.trace.list(THREAD)).length).toBeGreaterThan(INJECTIONS.length * 2)
  const entries = await rig.trace.list(THREAD)
  expect(calls.length).toBeGreaterThan(INJECTIONS.length * 3)
  // Rows with arguments, titles, targets and cards; the trace; its script; the log.
  const kept = [JSON.stringify(calls), JSON.stringify(entries), playwrightScript(entries), ...rig.log]
  for (const text of kept) expect(text).not.toContain('SECRET-')
  expect(await readdir(rig.workspace)).not.toContain(PROGRAM.path)
})
