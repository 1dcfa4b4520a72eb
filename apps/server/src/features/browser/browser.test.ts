/** @module-tag slow */
import { readBody, browserBody } from '@countersign/protocol'
import { access, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { browserRig, type BrowserRig } from './testing/browser-rig.ts'
import { needsChromium } from './testing/needs-chromium.ts'

needsChromium()

let rig: BrowserRig
beforeAll(async () => {
  rig = await browserRig({ secrets: { shop: { value: 'tops3cret-value', host: 'shop.example' } } })
}, 60_000)
afterAll(() => rig.close())
beforeEach(() => {
  rig.asked.length = 0
  rig.village.arrived.length = 0
  rig.rules('default', ['browser(domain:shop.example)'])
  rig.answer(() => ({ allow: true }))
})

const open = async (html: string, at = 'shop.example/') => {
  rig.village.serve(at, html)
  const result = await rig.act({ action: 'navigate', url: `http://${at}` })
  expect(result.text).not.toContain('could not be opened')
  return result
}
const refOf = (text: string, name: string) =>
  new RegExp(`${name}[^\\n]*? \\[((?:f\\d)?e\\d+)\\]`).exec(text)?.[1] ?? 'e999'
const sent = (host = 'shop.example') => rig.village.at(host).filter(({ method }) => method !== 'GET')

describe('reads pages', () => {
  test('as lines, framed as the words of others', async () => {
    const { state, text } = await open(
      '<title>Shop</title><h1>Things</h1><p>Some <b>bold</b> text</p><a href="/more">More</a><button>Go</button><ul><li>one</li><li>two</li></ul>',
    )
    expect(state).toBe('succeeded')
    expect(text).toContain('not a request from anyone here')
    expect(text).toContain('heading "Things" (level 1)')
    expect(text).toContain('Some bold text')
    expect(text).toMatch(/link "More" \[e\d+\] → \/more/)
    expect(text).toMatch(/button "Go" \[e\d+\]/)
    expect(rig.asked).toHaveLength(0)
  })

  test('by parts: a subtree, lines with a text, a depth', async () => {
    const rows = Array.from({ length: 1500 }, (_, at) => `<li><button>Item ${at}</button></li>`).join('')
    await open(`<nav aria-label="Menu"><a href="/a">A</a></nav><ul>${rows}</ul>`)
    const whole = await rig.act({ action: 'snapshot' })
    expect(Buffer.byteLength(whole.text)).toBeLessThan(25_000)
    expect(whole.text).toContain('more lines: ask for a part')
    const found = await rig.act({ action: 'snapshot', find: 'Item 1234' })
    expect(found.text).toContain('button "Item 1234"')
    expect(found.text.split('\n').length).toBeLessThan(8)
    const part = await rig.act({ action: 'snapshot', ref: refOf(found.text, 'Item 1234') })
    expect(part.text).toContain('Item 1234')
    expect(part.text).not.toContain('Item 1233')
  })

  test('frames, also of other hosts, and acts in them', async () => {
    rig.rules('default', ['browser(domain:shop.example)', 'browser(domain:other.example)'])
    rig.village.serve('other.example/in', '<button onclick="this.textContent=\'pressed\'">Inside</button>')
    const { text } = await open('<p>out</p><iframe src="http://other.example/in"></iframe>')
    const ref = refOf(text, 'Inside')
    expect(ref).toMatch(/^f1e/)
    expect((await rig.act({ action: 'click', ref })).text).toContain('pressed')
  })

  test('what cannot be seen is marked, and invisible characters are spelled out', async () => {
    const { text } = await open(
      '<body style="background:#fff"><p>seen</p><p style="color:#fff">white</p><p style="position:absolute;left:-9999px">away</p><p style="opacity:0">clear</p><p style="font-size:1px">tiny</p><p style="display:none">gone</p><p>a\u202Eb</p>',
    )
    for (const word of ['white', 'away', 'clear', 'tiny']) expect(text).toContain(`[hidden] ${word}`)
    expect(text).toMatch(/\nseen\n/)
    expect(text).not.toContain('gone')
    expect(text).toContain('a<U+202E>b')
  })
})

describe('never shows a secret', () => {
  const page = (type: string) =>
    `<form><input name=user value=ana><input name=pw type=${type} value="hunter2-hunter2"><input name=code autocomplete="one-time-code" value="918273"><input autocomplete="cc-number" name=n value="4111111111111111"></form><p>You typed hunter2-hunter2, code 918273.</p><title>hunter2-hunter2</title>`

  test('of a password, a code, a card; nor where the page repeats it', async () => {
    const { text } = await open(page('password'))
    expect(text).toContain('ana')
    expect(text).not.toMatch(/hunter2|918273|4111/)
    expect(text).toContain('•••• masked')
    const shot = await rig.act({ action: 'screenshot' })
    expect(shot.attachments).toHaveLength(1)
    expect(shot.text).not.toMatch(/hunter2/)
  })

  test('of a field that was once a password', async () => {
    const { text } = await open(
      '<input type=password name=x aria-label=Word value="once-a-password"><button onclick="document.querySelector(\'input\').type=\'text\'">Show</button>',
    )
    const shown = await rig.act({ action: 'click', ref: refOf(text, 'Show') })
    expect(shown.text).not.toContain('once-a')
    expect((await rig.act({ action: 'snapshot' })).text).not.toContain('once-a')
  })

  test('a saved secret is filled in on its host alone, and the model reads its name only', async () => {
    const form =
      '<input aria-label=Key><p id=p></p><script>document.querySelector("input").oninput=e=>p.textContent=e.target.value</script>'
    const first = await open(form)
    const typed = await rig.act({ action: 'type', ref: refOf(first.text, 'Key'), secret: 'shop' })
    expect(typed.state).toBe('succeeded')
    expect(JSON.stringify([typed, ...rig.rig.rows.values()])).not.toContain('tops3cret')
    rig.rules('default', ['browser'])
    const other = await open(form, 'other.example/')
    const refused = await rig.act({ action: 'type', ref: refOf(other.text, 'Key'), secret: 'shop' })
    expect(refused).toMatchObject({ state: 'failed', code: 'no_secret' })
  })
})

const FORM =
  '<title>Cart</title><form method=post action="/order"><input name=item aria-label=Item value=tea><input type=hidden name=csrf_token value=abcdef123><button>Send it</button></form>'

describe('submits', () => {
  test('ask with what would be sent, then send it once', async () => {
    const { text } = await open(FORM)
    await rig.act({ action: 'type', ref: refOf(text, 'Item'), text: 'coffee' })
    expect(rig.asked).toHaveLength(0)
    await rig.act({ action: 'click', ref: refOf(text, 'Send it') })
    expect(rig.asked).toHaveLength(1)
    const [asked] = rig.asked
    expect(asked?.decision?.reason).toMatchObject({ because: 'builtin', name: '@submit' })
    const body = asked && readBody(browserBody, asked.call.body)
    expect(body).toMatchObject({
      title: 'Cart',
      element: { role: 'button', name: 'Send it' },
      sends: {
        method: 'POST',
        url: 'http://shop.example/order',
        fields: [
          { name: 'item', value: 'coffee', masked: false },
          { name: 'csrf_token', value: '', masked: true },
        ],
      },
    })
    expect(body?.picture?.box.width).toBeGreaterThan(10)
    expect(sent()).toMatchObject([{ path: '/order', body: 'item=coffee&csrf_token=abcdef123' }])
  })

  test('are not sent after a no', async () => {
    rig.answer(() => ({ allow: false, feedback: 'not yet' }))
    const { text } = await open(FORM)
    expect((await rig.act({ action: 'click', ref: refOf(text, 'Send it') })).state).toBe('denied')
    expect(sent()).toEqual([])
  })

  test('run by an exception, and Enter is a submit too', async () => {
    rig.rules('default', ['browser(domain:shop.example)', '@submit(http://shop.example/**)'])
    const { text } = await open(FORM)
    await rig.act({ action: 'press', ref: refOf(text, 'Item'), key: 'Enter' })
    expect(rig.asked).toHaveLength(0)
    expect(sent()).toHaveLength(1)
  })

  test('are stale when the page changed while the person thought', async () => {
    const { text } = await open(FORM)
    const page = rig.session().page
    rig.rig.answer = async () => {
      await page.evaluate(`document.forms[0].action = 'http://evil.example/'`)
      return { allow: true }
    }
    const result = await rig.act({ action: 'click', ref: refOf(text, 'Send it') })
    expect(result).toMatchObject({ state: 'failed', code: 'stale' })
    expect([...sent(), ...rig.village.at('evil.example')]).toEqual([])
  })

  test.each([
    ['its target', `document.forms[0].action = '/elsewhere'`],
    ['its method', `document.forms[0].method = 'get'`],
    ['a value in it', `document.forms[0].item.value = 'gold'`],
    ['a further field', `document.forms[0].insertAdjacentHTML('beforeend', '<input name=more value=1>')`],
    ['the name of the button', `document.querySelector('button').textContent = 'Cancel'`],
    ['the target of the button', `document.querySelector('button').formAction = '/elsewhere'`],
    ['the kind of the button', `document.querySelector('button').type = 'button'`],
    ['the address of the page', `history.replaceState(0, '', '/other')`],
    ['the document', `location.reload()`],
    ['the button itself', `document.querySelector('button').remove()`],
  ])('are stale when the page changed %s meanwhile', async (_what, change) => {
    const { text } = await open(FORM)
    const { page } = rig.session()
    rig.rig.answer = async () => {
      await page.evaluate(change)
      await page.waitForLoadState()
      return { allow: true }
    }
    const result = await rig.act({ action: 'click', ref: refOf(text, 'Send it') })
    expect(result).toMatchObject({ state: 'failed', code: 'stale' })
    expect(sent()).toEqual([])
    expect(rig.village.arrived.some(({ path }) => path.startsWith('/elsewhere'))).toBe(false)
  })

  test.each([
    ['the form changed', `document.forms[0].action = '/elsewhere'`, 'http://shop.example/'],
    ['the page is another one', `location.href = '/other'`, 'http://shop.example/other'],
  ])('are stale when %s after the last check and before the click', async (_what, change, leadsTo) => {
    rig.village.serve('shop.example/other', FORM.replace('/order', '/elsewhere'))
    const { text } = await open(FORM)
    const session = rig.session()
    const over = Promise.withResolvers<void>()
    rig.rig.answer = async () => {
      // The click waits for its turn, as it does while a person has the browser.
      void session.alone(() => over.promise)
      return { allow: true }
    }
    const clicked = rig.act({ action: 'click', ref: refOf(text, 'Send it') })
    await expect.poll(() => [...rig.rig.rows.values()].at(-1)?.state).toBe('running')
    await session.page.evaluate(change)
    await session.page.waitForLoadState()
    // The newly loaded page gives its elements the same names.
    await expect.poll(() => session.page.url()).toBe(leadsTo)
    over.resolve()
    expect(await clicked).toMatchObject({ state: 'failed', code: 'stale' })
    expect(sent()).toEqual([])
  })

  test('paying is a person’s, whatever rules say', async () => {
    rig.rules('auto', ['browser', '@submit'])
    const { text } = await open(
      '<form method=post action=/pay><input autocomplete=cc-number name=card><button>OK</button></form>',
    )
    await rig.act({ action: 'click', ref: refOf(text, 'OK') })
    expect(rig.asked.map(({ decision }) => decision?.locked)).toEqual(['destructive'])
  })
})

describe('requests that nobody named', () => {
  const POSTING =
    "<div onclick=\"fetch('/vote',{method:'POST',body:'up=1'})\" style=\"cursor:pointer\">Vote</div>"

  test('are held and become a question; yes sends', async () => {
    const { text } = await open(POSTING)
    await rig.act({ action: 'click', ref: refOf(text, 'Vote') })
    expect(rig.asked.map(({ call }) => call.title)).toEqual(['The page wants to send POST shop.example/vote'])
    expect(sent()).toMatchObject([{ path: '/vote', body: 'up=1' }])
  })

  test('no drops, in auto too', async () => {
    rig.rules('auto')
    rig.answer(() => ({ allow: false }))
    const { text } = await open(POSTING)
    const result = await rig.act({ action: 'click', ref: refOf(text, 'Vote') })
    expect(rig.asked).toHaveLength(1)
    expect(result.text).toContain('was not sent: the person said no')
    expect(sent()).toEqual([])
  })

  test('a yes is for one method, origin and path, once', async () => {
    const { text } = await open(
      `<button onclick="(async()=>{for(const [method,to] of [['POST','/vote'],['POST','/vote'],['PUT','/vote'],['POST','/pay']])await fetch(to,{method}).catch(()=>0)})()">Go</button>`,
    )
    rig.answer(({ call }) => ({
      allow: call.title.endsWith('POST shop.example/vote') && rig.asked.length < 2,
    }))
    await rig.act({ action: 'click', ref: refOf(text, 'Go') })
    expect(rig.asked.map(({ call }) => call.title)).toEqual([
      'The page wants to send POST shop.example/vote',
      'The page wants to send POST shop.example/vote',
      'The page wants to send PUT shop.example/vote',
      'The page wants to send POST shop.example/pay',
    ])
    expect(sent().map(({ method, path }) => `${method} ${path}`)).toEqual(['POST /vote'])
  })

  test('between two calls are not sent', async () => {
    const { text } = await open(
      `<button onclick="setTimeout(()=>fetch('/later',{method:'POST'}).catch(()=>document.body.append('stopped')),1500)">Go</button>`,
    )
    await rig.act({ action: 'click', ref: refOf(text, 'Go') })
    await expect.poll(() => rig.session().page.textContent('body'), { timeout: 10_000 }).toContain('stopped')
    expect(sent()).toEqual([])
    expect((await rig.act({ action: 'snapshot' })).text).toContain('while no call was running')
  })

  test('to third parties are dropped and counted', async () => {
    const { text } = await open(
      "<button onclick=\"fetch('http://ads.example/t',{method:'POST',mode:'no-cors',body:'x'})\">Go</button>",
    )
    const result = await rig.act({ action: 'click', ref: refOf(text, 'Go') })
    expect(result.text).toContain('1 request to other hosts dropped')
    expect(rig.asked).toEqual([])
    expect(rig.village.at('ads.example')).toEqual([])
  })
})

describe('goes where it may', () => {
  test('a link to another host needs its own yes, which covers it', async () => {
    rig.village.serve('far.example/x', '<h1>Far</h1>')
    const { text } = await open('<a href="http://far.example/x">Away</a>')
    const result = await rig.act({ action: 'click', ref: refOf(text, 'Away') })
    expect(rig.asked).toHaveLength(1)
    expect(result.text).toContain('heading "Far"')
  })

  test('a page loads what public third parties have, until the agent typed: then new hosts get nothing', async () => {
    const { text } = await open(
      `<img src="http://cdn.example/logo"><input aria-label=Note><button onclick="for(const host of ['cdn','new'])new Image().src='http://'+host+'.example/'+document.querySelector('input').value">Go</button>`,
    )
    await expect.poll(() => rig.village.at('cdn.example').map(({ path }) => path)).toEqual(['/logo'])
    await rig.act({ action: 'type', ref: refOf(text, 'textbox "Note"'), text: 'typed' })
    const pressed = await rig.act({ action: 'click', ref: refOf(text, 'button "Go"') })
    expect(pressed.text).toContain('1 request to other hosts dropped')
    expect(rig.village.at('new.example')).toEqual([])
    expect(rig.asked).toEqual([])
  })

  test.each(['http://10.0.0.5/', 'http://192.168.1.1/', 'http://[::1]/', 'http://localhost:3000/'])(
    'a private address is opened only by a rule that names it: %s',
    async (url) => {
      rig.answer(() => ({ allow: false }))
      rig.rules('auto', ['browser'])
      expect((await rig.act({ action: 'navigate', url })).state).not.toBe('succeeded')
      expect(rig.village.arrived).toEqual([])
    },
  )

  test('a redirect to a host without a yes is not read', async () => {
    rig.village.serve('shop.example/r', (_request, response) =>
      response.writeHead(302, { location: 'http://far.example/x' }).end(),
    )
    const result = await rig.act({ action: 'navigate', url: 'http://shop.example/r' })
    expect(result.state).toBe('failed')
    expect(rig.village.at('far.example')).toEqual([])
  })

  test.each([
    'data:text/html,x',
    'file:///etc/passwd',
    'chrome://version',
    'javascript:1',
    'view-source:http://shop.example/',
    'blob:http://shop.example/1',
  ])('never %s', async (url) => {
    rig.rules('auto', ['browser', '*'])
    const { state } = await rig.act({ action: 'navigate', url })
    expect(['blocked', 'failed', 'denied']).toContain(state)
  })

  test('deny rules hold for reading', async () => {
    await open('<p>text</p>')
    rig.rules('default', ['browser'], ['browser(domain:shop.example)'])
    expect((await rig.act({ action: 'snapshot' })).state).toBe('blocked')
  })
})

describe('files', () => {
  test('a download asks, and is saved where it was said', async () => {
    rig.village.serve('shop.example/list.csv', (_request, response) =>
      response.setHeader('content-disposition', 'attachment; filename=list.csv').end('a,b\n1,2\n'),
    )
    const { text } = await open('<a href="/list.csv" download>List</a>')
    const result = await rig.act({ action: 'download', ref: refOf(text, 'List'), path: 'data/list.csv' })
    expect(result).toMatchObject({ state: 'succeeded' })
    expect(rig.asked[0]?.decision?.parts.map(({ reason }) => reason)).toContainEqual(
      expect.objectContaining({ name: '@download' }),
    )
    expect(await readFile(join(rig.workspace, 'data/list.csv'), 'utf8')).toBe('a,b\n1,2\n')
  })

  test('a download of more than 100 MB is given up, and nothing of it stays', async () => {
    rig.village.serve('shop.example/huge.bin', (_request, response) => {
      response.setHeader('content-disposition', 'attachment; filename=huge.bin')
      const piece = Buffer.alloc(1_000_000)
      let left = 101
      const more = () => {
        while (left > 0 && !response.destroyed) {
          left -= 1
          if (!response.write(piece)) return void response.once('drain', more)
        }
        response.end()
      }
      more()
    })
    const { text } = await open('<a href="/huge.bin" download>Huge</a>')
    const result = await rig.act({ action: 'download', ref: refOf(text, 'Huge'), path: 'huge.bin' })
    expect(result).toMatchObject({ state: 'failed', code: 'browser_error' })
    expect(result.text).toContain('larger than 100 MB')
    await expect(access(join(rig.workspace, 'huge.bin'))).rejects.toThrow('ENOENT')
  })

  test('a download never replaces a file', async () => {
    await writeFile(join(rig.workspace, 'kept.txt'), 'what was there')
    rig.village.serve('shop.example/kept.txt', (_request, response) => response.end('other'))
    const { text } = await open('<a href="/kept.txt" download>Kept</a>')
    const result = await rig.act({ action: 'download', ref: refOf(text, 'Kept'), path: 'kept.txt' })
    expect(result.state).toBe('failed')
    expect(await readFile(join(rig.workspace, 'kept.txt'), 'utf8')).toBe('what was there')
  })

  test('an upload asks with the file, and a secret of the workspace asks for that too', async () => {
    await writeFile(join(rig.workspace, 'notes.txt'), 'the notes')
    const { text } = await open(
      '<form method=post enctype="multipart/form-data" action=/up><input type=file name=f aria-label=File><button>Send</button></form>',
    )
    await rig.act({ action: 'upload', ref: refOf(text, 'File'), path: 'notes.txt' })
    expect(rig.asked[0]?.decision?.reason).toMatchObject({ name: '@upload' })
    await rig.act({ action: 'click', ref: refOf(text, 'Send') })
    expect(sent()[0]?.body).toContain('the notes')

    await writeFile(join(rig.workspace, '.env'), 'KEY=a-secret-of-the-folder')
    rig.rules('auto', ['browser(domain:shop.example)', '@upload(http://shop.example/**)'])
    rig.answer(() => ({ allow: false }))
    const again = await open('<input type=file aria-label=File>')
    rig.asked.length = 0
    await rig.act({ action: 'upload', ref: refOf(again.text, 'File'), path: '.env' })
    expect(rig.asked[0]?.decision?.reason).toMatchObject({ name: '@secrets' })
    expect(await rig.session().page.evaluate('document.querySelector("input").files.length')).toBe(0)
  })

  test('an upload is stale when its path leads elsewhere after the yes', async () => {
    await writeFile(join(rig.workspace, 'plan.txt'), 'the plan')
    await writeFile(join(rig.workspace, 'private.txt'), 'private')
    const { text } = await open('<input type=file aria-label=File>')
    rig.rig.answer = async () => {
      await rm(join(rig.workspace, 'plan.txt'))
      await symlink('private.txt', join(rig.workspace, 'plan.txt'))
      return { allow: true }
    }
    const result = await rig.act({ action: 'upload', ref: refOf(text, 'File'), path: 'plan.txt' })
    expect(result).toMatchObject({ state: 'failed', code: 'stale' })
  })
})

test('the schema is small', () => {
  expect(
    JSON.stringify({
      name: rig.tool.name,
      description: rig.tool.description,
      input_schema: rig.tool.inputSchema,
    }).length,
  ).toBeLessThan(3000)
})
