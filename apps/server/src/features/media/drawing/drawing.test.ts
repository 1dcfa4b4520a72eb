import { createServer } from 'node:http'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { imageSize, imageType } from '../../../media/image-facts.ts'
import { draw, type Drawn } from './draw.ts'
import { harmlessSvg } from './harmless-svg.ts'
import type { Drawing, DrawingKind } from './render.ts'

/** No sandbox: the drawing's own walls have to do. */
const host = { sandbox: { enter: async () => undefined }, home: homedir(), workspace: tmpdir() } as never // the parts that it uses

/** Requests that reached this machine while hostile drawings were drawn. */
const reached: string[] = []
const lure = createServer((request, response) => {
  reached.push(request.url ?? '')
  response.end('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
})
let address = ''
let secret = ''

beforeAll(async () => {
  await new Promise<void>((resolve) => lure.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(lure.address() as { port: number }).port}` // it listens on a port
  secret = join(await mkdtemp(join(tmpdir(), 'drawing-')), 'secret.png')
  const red = await drawn('svg', svg('<rect width="90" height="90" fill="red"/>'))
  await writeFile(secret, red.png)
})
afterAll(() => new Promise((resolve) => lure.close(resolve)))

const svg = (inside: string, attributes = 'width="90" height="90"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${inside}</svg>`

async function drawn(kind: DrawingKind, text: string): Promise<Extract<Drawn, { ok: true }>> {
  const picture = await draw(host, { kind, text })
  if (!picture.ok) throw new Error(picture.why)
  return picture
}

const GOOD: readonly (Drawing & { readonly name: string })[] = [
  { name: 'an SVG', kind: 'svg', text: svg('<circle cx="45" cy="45" r="40"/><text y="50">Åé漢</text>') },
  { name: 'a flowchart', kind: 'mermaid', text: 'graph TD\n A[Start] --> B{Ready?}\n B -->|yes| C[Go]' },
  { name: 'a sequence', kind: 'mermaid', text: 'sequenceDiagram\n Ann->>Bob: Hello\n Bob-->>Ann: Hi' },
  { name: 'a graph', kind: 'dot', text: 'digraph { a -> b [label="one"]; b -> c }' },
  {
    name: 'a chart',
    kind: 'vega_lite',
    text: JSON.stringify({
      data: {
        values: [
          { day: 'Mon', rain: 3 },
          { day: 'Tue', rain: 7 },
        ],
      },
      mark: 'bar',
      encoding: { x: { field: 'day', type: 'ordinal' }, y: { field: 'rain', type: 'quantitative' } },
      transform: [{ calculate: 'datum.rain * 2', as: 'twice' }],
    }),
  },
]

test.for(GOOD)('draws $name', async ({ kind, text }) => {
  const { png, width, height } = await drawn(kind, text)
  expect(imageType(png)).toBe('image/png')
  expect(imageSize(png, 'image/png')).toEqual({ width, height })
  expect(png.length).toBeGreaterThan(500)
})

test('a diagram has the colours of its variables', async () => {
  const { svg: plain } = harmlessSvg(
    svg(
      '<style>svg { --fg: #000000; --mid: color-mix(in srgb, var(--fg) 50%, #ffffff); }</style><rect fill="var(--mid)" stroke="var(--none, var(--fg))"/>',
    ),
  )
  expect(plain).toContain('fill="#808080" stroke="#000000"')
})

/** Each is drawn, but not what it wanted. `shows` must not be in what the renderer gets. */
const HARMLESS = [
  ['a script', '<script>fetch("LURE/script")</script>', 'fetch'],
  ['an event handler', '<rect onload="fetch(\'LURE/on\')" width="9" height="9"/>', 'fetch'],
  [
    'HTML',
    '<foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" src="LURE/frame"/></foreignObject>',
    'iframe',
  ],
  ['a picture from the network', '<image href="LURE/image" width="90" height="90"/>', 'LURE'],
  ['a picture by XLink', '<image xlink:href="LURE/xlink" width="90" height="90"/>', 'LURE'],
  [
    'a picture by a prefix of its own',
    '<image xmlns:h="http://www.w3.org/1999/xlink" h:href="LURE/prefix" width="9" height="9"/>',
    'LURE',
  ],
  ['a file', '<image href="SECRET" width="90" height="90"/>', 'SECRET'],
  ['a file by its address', '<image href="file://SECRET" width="90" height="90"/>', 'SECRET'],
  ['a file beside it', '<image href="../../../../../../../SECRET" width="90" height="90"/>', 'SECRET'],
  [
    'an SVG in an SVG',
    `<image href="data:image/svg+xml;base64,${Buffer.from('<svg/>').toString('base64')}" width="9" height="9"/>`,
    'svg+xml',
  ],
  ['a copy from elsewhere', '<use href="LURE/use#a"/><use href="SECRET#a"/>', 'LURE'],
  [
    'a filter that loads',
    '<filter id="f"><feImage href="LURE/fe"/></filter><rect filter="url(#f)" width="9" height="9"/>',
    'LURE',
  ],
  ['a style sheet', '<style>@import url(LURE/css); rect { fill: red }</style>', 'LURE'],
  ['a style with an address', '<style>rect { fill: url(LURE/fill#a) }</style>', 'LURE'],
  [
    'a style with an escaped address',
    String.raw`<style>rect { fill: \75rl(LURE/escaped#a) }</style>`,
    'LURE',
  ],
  ['a font', '<style>@font-face { font-family: x; src: url(LURE/font) }</style>', 'LURE'],
  ['an attribute with an address', '<rect fill="url(LURE/attribute#a)" width="9" height="9"/>', 'LURE'],
  [
    'an animation',
    '<rect width="9" height="9"><animate attributeName="href" to="LURE/animate"/><set attributeName="onload" to="x"/></rect>',
    'LURE',
  ],
  ['a link', '<a href="javascript:alert(1)"><rect width="9" height="9"/></a>', 'javascript'],
  ['a processing instruction', '<?xml-stylesheet href="LURE/pi"?><rect width="9" height="9"/>', 'LURE'],
] as const

test.for(HARMLESS)('%s does no harm', async ([, inside, shows]) => {
  const text = svg(inside.replaceAll('LURE', address).replaceAll('SECRET', secret))
  const wanted = shows.replaceAll('LURE', address).replaceAll('SECRET', secret)
  expect(harmlessSvg(text).svg).not.toContain(wanted)
  const picture = await draw(host, { kind: 'svg', text })
  expect(picture).toMatchObject({ ok: true, width: 180, height: 180 })
  expect(reached).toEqual([])
})

const REFUSED: readonly (readonly [name: string, drawing: Drawing, why: RegExp])[] = [
  [
    'entities that grow',
    {
      kind: 'svg',
      text: `<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>${svg('<text>&b;</text>')}`,
    },
    /declares entities/,
  ],
  [
    'an entity that reads a file',
    {
      kind: 'svg',
      text: `<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]>${svg('<text>&a;</text>')}`,
    },
    /declares entities/,
  ],
  ['an unknown entity', { kind: 'svg', text: svg('<text>&passwd;</text>') }, /unknown entity/],
  ['copies of copies', { kind: 'svg', text: svg(copies(12)) }, /more than 100000 elements/],
  ['patterns of patterns', { kind: 'svg', text: svg(patterns(12)) }, /more than 100000 elements/],
  ['a copy of itself', { kind: 'svg', text: svg('<g id="a"><use href="#a"/></g>') }, /copy of itself/],
  ['too many elements', { kind: 'svg', text: svg('<g/>'.repeat(60_000)) }, /more than 50000 elements/],
  ['too deep a tree', { kind: 'svg', text: svg(`${'<g>'.repeat(2000)}${'</g>'.repeat(2000)}`) }, /nest/],
  ['no XML', { kind: 'svg', text: '<svg><rect></svg>' }, /not well-formed|closes nothing/],
  ['HTML', { kind: 'svg', text: '<html><script>1</script></html>' }, /not an SVG/],
  ['no size', { kind: 'svg', text: svg('<rect/>', 'width="0" height="0"') }, /cannot be drawn|no size/],
  [
    'data from the network',
    { kind: 'vega_lite', text: vega({ data: { url: 'http://127.0.0.1:9/data.json' } }) },
    /loads nothing/,
  ],
  [
    'data from a file',
    {
      kind: 'vega_lite',
      text: vega({ data: { url: 'file:///etc/passwd', format: { type: 'dsv', delimiter: ':' } } }),
    },
    /loads nothing/,
  ],
  [
    'looked-up data from a file',
    {
      kind: 'vega_lite',
      text: vega({
        transform: [{ lookup: 'a', from: { data: { url: '/etc/passwd' }, key: 'b', fields: ['c'] } }],
      }),
    },
    /loads nothing/,
  ],
  ['no JSON', { kind: 'vega_lite', text: 'chart, please' }, /Vega-Lite text cannot be drawn/],
  [
    'an expression that leaves the chart',
    {
      kind: 'vega_lite',
      text: vega({
        transform: [{ calculate: "constructor.constructor('return process')().exit()", as: 'x' }],
      }),
    },
    /cannot be drawn/,
  ],
  ['no graph', { kind: 'dot', text: 'digraph { a -> ' }, /DOT text cannot be drawn/],
  ['no diagram', { kind: 'mermaid', text: 'nonsense' }, /Mermaid text cannot be drawn/],
]

test.for(REFUSED)('refuses %s', async ([, drawing, why]) => {
  expect(await draw(host, drawing)).toEqual({ ok: false, why: expect.stringMatching(why) as string })
  expect(reached).toEqual([])
})

test('a huge drawing becomes a picture of a bearable size', async () => {
  const { width, height } = await drawn(
    'svg',
    svg('<rect width="9" height="9"/>', 'width="1000000" height="500000"'),
  )
  expect([width, height]).toEqual([4000, 2000])
})

test('a picture that a chart names is not loaded', async () => {
  const mark = { type: 'image', width: 50, height: 50 }
  const values = [{ at: `${address}/vega` }, { at: `file://${secret}` }]
  await drawn(
    'vega_lite',
    vega({ data: { values }, mark, encoding: { url: { field: 'at', type: 'nominal' } } }),
  )
  expect(reached).toEqual([])
})

test('a graph names no file', async () => {
  const { png } = await drawn('dot', `digraph { a [image="${secret}", label="", shape=none] }`)
  const empty = await drawn('dot', 'digraph { a [label="", shape=none] }')
  expect(png).toEqual(empty.png)
})

test('a drawing that takes too long or too much is given up, and nothing else is', async () => {
  const slow = { kind: 'vega_lite', text: vega({ data: { sequence: { start: 0, stop: 1e9 } } }) } as const
  const late = await draw(host, slow, { limits: { time: 1500, memory: 900 } })
  expect(late).toEqual({
    ok: false,
    why: expect.stringMatching(/took longer than 2 seconds|too much memory/) as string,
  })
  const large = await draw(host, slow, { limits: { time: 20_000, memory: 250 } })
  expect(large).toEqual({ ok: false, why: expect.stringContaining('memory') as string })
  await drawn('svg', svg('<rect width="9" height="9"/>'))
})

test('a stop ends it', async () => {
  const stop = new AbortController()
  const drawing = draw(
    host,
    { kind: 'vega_lite', text: vega({ data: { sequence: { start: 0, stop: 1e9 } } }) },
    { signal: stop.signal },
  )
  stop.abort()
  expect(await drawing).toEqual({ ok: false, why: 'the drawing was not finished: it was stopped' })
})

function vega(parts: Readonly<Record<string, unknown>>): string {
  return JSON.stringify({ data: { values: [{ a: 1 }] }, mark: 'bar', encoding: {}, ...parts })
}

function copies(depth: number): string {
  const level = (at: number) => `<g id="l${at}">${`<use href="#l${at - 1}"/>`.repeat(10)}</g>`
  return `<defs><rect id="l0" width="9" height="9"/>${Array.from({ length: depth }, (_, at) => level(at + 1)).join('')}</defs><use href="#l${depth}"/>`
}

function patterns(depth: number): string {
  const level = (at: number) =>
    `<pattern id="p${at}" width="1" height="1">${`<rect fill="url(#p${at - 1})" width="9" height="9"/>`.repeat(10)}</pattern>`
  return `${Array.from({ length: depth }, (_, at) => level(at + 1)).join('')}<rect fill="url(#p${depth})" width="9" height="9"/>`
}
