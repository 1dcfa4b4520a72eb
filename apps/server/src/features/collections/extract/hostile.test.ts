/** @module-tag slow */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { docx, goodPdf, hostileFiles, zipOf } from '../testing/hostile-files.ts'
import { openExtractor, type Extractor } from './extractor.ts'

const NO_SANDBOX = {
  state: () => Promise.resolve({ kind: 'off', reason: 'a test' } as const),
  enter: () => Promise.resolve(undefined),
  close: () => Promise.resolve(),
}
const HOST = { sandbox: NO_SANDBOX, home: '/tmp', workspace: '/tmp' }

let extractor: Extractor
beforeAll(() => {
  extractor = openExtractor(HOST)
})
afterAll(() => extractor.close())

const files = hostileFiles()

test('there are thirty at least', () => {
  expect(files.length).toBeGreaterThanOrEqual(30)
})

test.each(files)(
  '$name',
  async ({ name, bytes, reason }) => {
    const before = process.memoryUsage().rss
    const read = await extractor.extract(name, bytes)
    // An entity of a file never grows, and never leads to another file.
    expect(JSON.stringify(read)).not.toMatch(/aaaaaaaaaa|root:/)
    expect(read.ok ? '' : read.reason).toMatch(reason ?? /^$/)
    expect(process.memoryUsage().rss - before).toBeLessThan(300_000_000)
  },
  90_000,
)

test('after all of them a good file is read', async () => {
  const read = await extractor.extract(
    'good.docx',
    docx(
      '<w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr><w:r><w:t>Title</w:t></w:r></w:p><w:p><w:r><w:t>Good words</w:t></w:r></w:p>',
    ),
  )
  expect(read).toMatchObject({ ok: true, kind: 'DOCX' })
  expect(read.ok && read.extracted.text).toContain('Good words')
}, 60_000)

test('a PDF has its pages, a sheet its rows, a slide its number', async () => {
  const pdf = await extractor.extract('report.pdf', goodPdf())
  expect(pdf.ok && pdf.extracted).toMatchObject({
    parts: 1,
    partsOf: 'pages',
    marks: [{ place: 'page 1', page: 1 }],
  })
  expect(pdf.ok && pdf.extracted.text).toContain('Quarterly report')
  const sheet = await extractor.extract(
    'rates.xlsx',
    zipOf([
      {
        name: 'xl/workbook.xml',
        content: Buffer.from('<workbook><sheets><sheet name="EU"/></sheets></workbook>'),
      },
      {
        name: 'xl/sharedStrings.xml',
        content: Buffer.from('<sst><si><t>Country</t></si><si><t>Austria &amp; more</t></si></sst>'),
      },
      {
        name: 'xl/worksheets/sheet1.xml',
        content: Buffer.from(
          '<worksheet><row r="1"><c t="s"><v>0</v></c></row><row r="14"><c t="s"><v>1</v></c><c><v>20</v></c></row></worksheet>',
        ),
      },
    ]),
  )
  expect(sheet.ok && sheet.extracted.text).toContain('Austria & more | 20')
  expect(sheet.ok && sheet.extracted.marks.map(({ place }) => place)).toContain('sheet EU, row 14')
}, 60_000)

test('a reader that is stuck is ended, and the next file gets a new one', async () => {
  const quick = openExtractor(HOST, { time: 1, memory: 700 })
  expect(await quick.extract('slow.md', Buffer.from('# Slow'))).toMatchObject({ ok: false, code: 'failed' })
  await quick.close()
}, 60_000)
