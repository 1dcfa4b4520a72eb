/** @module-tag slow */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TABS } from './session.ts'
import { browserRig, type BrowserRig } from './testing/browser-rig.ts'
import { needsChromium } from './testing/needs-chromium.ts'

needsChromium()

let rig: BrowserRig
beforeAll(async () => {
  rig = await browserRig()
  rig.rules('default', ['browser(domain:shop.example)'])
  rig.answer(() => ({ allow: false }))
}, 60_000)
afterAll(() => rig.close())

async function open(html: string): Promise<string> {
  rig.village.serve('shop.example/', html)
  return (await rig.act({ action: 'navigate', url: 'http://shop.example/' })).text
}

test('hover opens what a page shows under the pointer', async () => {
  const text = await open(
    "<button onmouseenter=\"this.insertAdjacentHTML('afterend','<p>Below it</p>')\">Menu</button>",
  )
  expect(text).not.toContain('Below it')
  const ref = /Menu" \[(e\d+)\]/.exec(text)?.[1]
  expect((await rig.act({ action: 'hover', ref })).text).toContain('Below it')
})

test('scroll goes down and up by screens, and shows what loads there', async () => {
  await open(
    `<body style="height:5000px;margin:0"><script>addEventListener('scroll',()=>document.body.append('at '+scrollY+'. '))</script>`,
  )
  const place = () => rig.session().page.evaluate('scrollY')
  await rig.act({ action: 'scroll', down: 2 })
  await expect.poll(place).toBe(1400)
  await rig.act({ action: 'scroll' })
  await expect.poll(place).toBe(2100)
  await rig.act({ action: 'scroll', down: -1 })
  await expect.poll(place).toBe(1400)
  expect((await rig.act({ action: 'snapshot' })).text).toContain('at 2100.')
})

const refOf = (text: string, line: string) =>
  text
    .split('\n')
    .find((one) => one.includes(line))
    ?.match(/\[(e\d+)\]/)?.[1]

test('a form is filled in by kind of field, and its values are what the page has', async () => {
  const text = await open(
    '<label>Size<select><option value=s>Small<option value=l>Large</select></label><label><input type=checkbox>Gift</label><label>Name<input></label><label><input type=radio name=r>Post</label>',
  )
  const size = refOf(text, 'combobox "Size"')
  expect((await rig.act({ action: 'select', ref: size, value: 'Large' })).text).toContain('"Size"')
  const values = () =>
    rig
      .session()
      .page.evaluate(
        `[...document.querySelectorAll('select,input')].map((one) => /checkbox|radio/.test(one.type) ? one.checked : one.value)`,
      )
  expect(await values()).toEqual(['l', false, '', false])
  await rig.act({ action: 'select', ref: size, value: 's' })
  const gift = refOf(text, 'checkbox "Gift"')
  await rig.act({ action: 'check', ref: gift })
  await rig.act({ action: 'check', ref: refOf(text, 'radio "Post"') })
  await rig.act({ action: 'type', ref: refOf(text, 'textbox "Name"'), text: 'Ada' })
  expect(await values()).toEqual(['s', true, 'Ada', true])
  expect((await rig.act({ action: 'check', ref: gift, value: 'off' })).state).toBe('succeeded')
  expect(await values()).toEqual(['s', false, 'Ada', true])
})

test('back goes to the page before, and says where there is none', async () => {
  await open('<title>First</title><p>the first page</p>')
  rig.village.serve('shop.example/next', '<p>the next page</p>')
  await rig.act({ action: 'navigate', url: 'http://shop.example/next' })
  const back = await rig.act({ action: 'back' })
  expect(back.text).toContain('the first page')
})

test('a key without an element goes to what has the focus', async () => {
  const text = await open(
    '<input aria-label=Words><p id=p></p><script>addEventListener("keydown",(event)=>p.append(event.key))</script>',
  )
  await rig.act({ action: 'type', ref: refOf(text, 'textbox "Words"'), text: 'ab' })
  expect((await rig.act({ action: 'press', key: 'ArrowLeft' })).text).toContain('ArrowLeft')
  await rig.act({ action: 'press', key: 'Backspace' })
  expect(await rig.session().page.inputValue('input')).toBe('b')
})

test('wait ends when the page shows the text, and says so when it does not', async () => {
  await open('<script>setTimeout(()=>document.body.append("The report is ready"),400)</script>')
  expect((await rig.act({ action: 'wait', text: 'REPORT is ready' })).text).toContain('Waited.')
  const missed = await rig.act({ action: 'wait', text: 'never', seconds: 0.3 })
  expect(missed).toMatchObject({ state: 'failed', code: 'not_there' })
})

test('a snapshot can be less deep, and a picture be of one element', async () => {
  const text = await open(
    '<nav aria-label=Menu><ul aria-label=Pages><li><a href=/a>Deep inside</a></ul></nav><button style="width:120px;height:40px">Go</button>',
  )
  expect(text).toContain('Deep inside')
  const flat = await rig.act({ action: 'snapshot', depth: 1 })
  expect(flat.text).toContain('button "Go"')
  expect(flat.text).not.toContain('Deep inside')
  const { attachments = [] } = await rig.act({ action: 'screenshot', ref: refOf(text, 'button "Go"') })
  expect(attachments).toMatchObject([{ kind: 'image', width: 120, height: 40 }])
})

test('tabs lists them, switches, and there are five at most', async () => {
  await open('<title>First</title><button onclick="window.open(\'/more\')">Window</button>')
  rig.village.serve('shop.example/more', '<title>More</title><p>Another page</p>')
  for (let at = 1; at < TABS; at += 1)
    expect(await rig.act({ action: 'open_tab', url: 'http://shop.example/more' })).toMatchObject({
      state: 'succeeded',
    })
  const full = await rig.act({ action: 'open_tab', url: 'http://shop.example/more' })
  expect(full).toMatchObject({ state: 'failed', code: 'too_many_tabs' })
  const listed = (await rig.act({ action: 'tabs' })).text.split('\n')
  expect(listed).toHaveLength(TABS)
  expect(listed[0]).toBe('  1. http://shop.example/ “First”')
  expect(listed.at(-1)).toBe('* 5. http://shop.example/more “More”')

  expect((await rig.act({ action: 'tabs', tab: 1 })).text).toContain('* 1. http://shop.example/')
  const first = await rig.act({ action: 'snapshot' })
  expect(first.text).toContain('button "Window"')
  // A window that the page opens counts towards the limit, too.
  const clicked = await rig.act({ action: 'click', ref: /Window" \[(e\d+)\]/.exec(first.text)?.[1] })
  let told = clicked.text
  // The browser reports the window when it has made it.
  await expect
    .poll(async () => (told += (await rig.act({ action: 'wait', seconds: 0 })).text), { timeout: 10_000 })
    .toContain(`a new tab was closed: ${TABS} are open already`)
  expect(rig.session().pages).toHaveLength(TABS)

  await rig.session().pages.at(-1)?.close()
  expect(await rig.act({ action: 'tabs', tab: 5 })).toMatchObject({ state: 'failed', code: 'no_such_tab' })
})
