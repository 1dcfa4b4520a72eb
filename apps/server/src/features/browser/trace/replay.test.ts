/** @module-tag slow */
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findChromiums } from '../chromium/find.ts'
import { browserRig, type BrowserRig } from '../testing/browser-rig.ts'
import { needsChromium } from '../testing/needs-chromium.ts'
import { playwrightScript } from './script.ts'

needsChromium()

const ROOT = join(import.meta.dirname, '../../../../../..')
const SHOP = 'http://shop.example'
const SECRET = 'value-of-the-vault-4711'

let rig: BrowserRig
let folder = ''
beforeAll(async () => {
  rig = await browserRig({ traces: true, secrets: { 'shop key': { value: SECRET, host: 'shop.example' } } })
  rig.rules('default', ['browser(domain:shop.example)', `@submit(${SHOP}/**)`])
  rig.answer(() => ({ allow: true }))
  folder = await mkdtemp(join(tmpdir(), 'cs-replay-'))
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
}, 60_000)
afterAll(async () => {
  await rig.close()
  await rm(folder, { recursive: true, force: true })
})

const ORDER = `<!doctype html><title>Order</title><form method=post action=/order>
<label>Name<input name=name></label>
<label>Size<select name=size><option>Small</option><option value=l>Large</option></select></label>
<label><input type=checkbox name=gift>As a gift</label>
<label>Key<input name=key></label>
<label>Note<textarea name=note></textarea></label>
<button type=button>Help</button><button>Order “now”, it’s cheap</button></form>
<a href=/search>Search</a>`
const SEARCH = `<!doctype html><title>Search</title><form action=/found><label>Words<input name=q></label></form>`
const FILES = `<!doctype html><title>Files</title><form method=post action=/sent enctype=multipart/form-data>
<label>File<input type=file name=f></label><button>Send</button></form><a href=/list.csv>The list</a>`

/** What the sites got, as it reads after its boundaries and icons are left out. */
const arrived = () =>
  rig.village
    .at('shop.example')
    .map(({ method, path, body }) => `${method} ${path} ${body.replaceAll(/-{4,}WebKit\w+/g, '--')}`)

test('the exported script does the same on the same site, in the hands of Playwright', async () => {
  const { village, workspace } = rig
  // No browser keeps this page to go back to: Chromium under the guard never does, and Playwright's does otherwise.
  village.serve('shop.example/', (_request, response) => {
    response.setHeader('cache-control', 'no-store').setHeader('content-type', 'text/html').end(ORDER)
  })
  village.serve('shop.example/order', '<title>Thanks</title><a href="/">Another</a>')
  village.serve('shop.example/search', SEARCH)
  village.serve('shop.example/found', '<title>Found</title>Three')
  village.serve('shop.example/files', FILES)
  village.serve('shop.example/sent', '<title>Sent</title>Sent')
  village.serve('shop.example/list.csv', (_request, response) => {
    response.setHeader('content-disposition', 'attachment; filename=list.csv').end('a,b')
  })
  await writeFile(join(workspace, 'photo.txt'), 'a photo')

  let page = ''
  const act = async (args: Readonly<Record<string, unknown>>) => {
    const { state, text } = await rig.act(args)
    expect(state, text).toBe('succeeded')
    page = `${text}\n${page}`
  }
  /** The name of the newest element whose line begins like this. */
  const ref = (begins: string) => {
    const line = page.split('\n').find((one) => one.replace(/^[\s·]+/, '').startsWith(begins))
    const found = /\[(e\d+)\]/.exec(line ?? '')?.[1]
    if (found === undefined) throw new Error(`no ${begins} in ${page}`)
    return found
  }
  await act({ action: 'navigate', url: `${SHOP}/` })
  await act({ action: 'type', ref: ref('textbox "Name"'), text: "Ada “the first” O'Brien" })
  await act({ action: 'select', ref: ref('combobox "Size"'), value: 'Large' })
  await act({ action: 'check', ref: ref('checkbox "As a gift"') })
  await act({ action: 'type', ref: ref('textbox "Key"'), secret: 'shop key' })
  await act({ action: 'type', ref: ref('textbox "Note"'), text: 'two\nlines' })
  await act({ action: 'click', ref: ref('button "Order') })
  await act({ action: 'back' })
  await act({ action: 'snapshot' })
  await act({ action: 'click', ref: ref('link "Search"') })
  await act({ action: 'type', ref: ref('textbox "Words"'), text: 'tea & biscuits' })
  await act({ action: 'press', ref: ref('textbox "Words"'), key: 'Enter' })
  await act({ action: 'navigate', url: `${SHOP}/files` })
  await act({ action: 'download', ref: ref('link "The list"'), path: 'saved.csv' })
  await act({ action: 'upload', ref: ref('file "File"'), path: 'photo.txt' })
  await act({ action: 'click', ref: ref('button "Send"') })
  await act({ action: 'open_tab', url: `${SHOP}/search` })
  const byAgent = arrived()
  expect(byAgent).toContainEqual(expect.stringContaining(`key=${SECRET}`))
  await expect.poll(async () => (await rig.trace.list(THREADLESS)).length).toBe(16)

  const script = playwrightScript(await rig.trace.list(THREADLESS))
  expect(script).not.toContain(SECRET)
  village.arrived.length = 0
  await run(script, { SECRET_SHOP_KEY: SECRET })
  expect(arrived()).toEqual(byAgent)
  expect(await readFile(join(folder, 'saved.csv'), 'utf8')).toBe('a,b')
}, 180_000)

/** The trace of the rig has one thread. */
const THREADLESS = 'thr_rig' as never // the rig does not look at it

/** Runs a script as a person would: with Playwright’s own runner, in a folder that has it. */
async function run(script: string, env: Readonly<Record<string, string>>): Promise<void> {
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  await writeFile(join(folder, 'photo.txt'), 'a photo')
  await writeFile(join(folder, 'exported.spec.js'), script)
  const launchOptions = {
    executablePath: findChromiums(process.env, undefined)[0]?.path,
    chromiumSandbox: false,
    args: [`--host-resolver-rules=MAP *.example 127.0.0.1:${rig.village.port}`],
  }
  await writeFile(
    join(folder, 'playwright.config.js'),
    `export default { reporter: 'line', timeout: 60000, use: ${JSON.stringify({ launchOptions })} }`,
  )
  const said = await new Promise<string>((done) => {
    execFile(
      process.execPath,
      [join(ROOT, 'node_modules/@playwright/test/cli.js'), 'test'],
      { cwd: folder, env: { PATH: process.env['PATH'], HOME: folder, ...env } },
      (_error, out, err) => done(out + err),
    )
  })
  expect(said).toContain('1 passed')
}
