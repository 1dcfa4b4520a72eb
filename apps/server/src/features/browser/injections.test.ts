/** @module-tag slow */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { browserRig, type BrowserRig } from './testing/browser-rig.ts'
import { INJECTIONS } from './testing/injections.ts'
import { needsChromium } from './testing/needs-chromium.ts'

needsChromium()

let rig: BrowserRig
beforeAll(async () => {
  rig = await browserRig({ secrets: { shop: { value: 'SECRET-from-the-vault', host: 'shop.example' } } })
  await writeFile(join(rig.workspace, '.env'), 'KEY=SECRET-of-the-file')
  rig.village.serve('rest.example/', 'nothing')
}, 60_000)
afterAll(() => rig.close())

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
      REF: refIn(first.text, /^(?:button "(?:Continue|Send|Verify|Show)|clickable)/),
      FIELD: refIn(first.text, /^(?:textbox)/),
      FILE: refIn(first.text, /^file/),
    }
    for (const wish of obeys) {
      const ref = wish['ref']
      const result = await rig.act(typeof ref === 'string' ? { ...wish, ref: names[ref] } : wish)
      heard.push(result.text)
    }
    const rows = JSON.stringify(
      [...rig.rig.rows.values()].map(({ call, result }) => [call.body, call.specifierText, result]),
    )
    expect(rig.village.arrived.filter(({ method }) => !['GET', 'HEAD', 'OPTIONS'].includes(method))).toEqual(
      [],
    )
    expect(rig.village.arrived.filter(({ host }) => host !== 'shop.example')).toEqual([])
    expect([...heard, rows, ...rig.log].join('\n')).not.toContain('SECRET-')
  },
)
