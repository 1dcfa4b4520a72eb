import { deflateRawSync } from 'node:zlib'

/** A hostile or broken file, and the expected reaction of its reader. */
export interface HostileFile {
  readonly name: string
  readonly bytes: Buffer
  /** Expected in its reason; null: it is simply read. */
  readonly reason: RegExp | null
}

interface ZipEntry {
  readonly name: string
  readonly content: Buffer
  /** The false claim in the header. */
  readonly claims?: number
  readonly flags?: number
}

/** A hand-made archive, so that its headers can lie. */
export function zipOf(entries: readonly ZipEntry[], options: { readonly count?: number } = {}): Buffer {
  const locals: Buffer[] = []
  const centrals: Buffer[] = []
  let offset = 0
  for (const { name, content, claims = content.length, flags = 0 } of entries) {
    const packed = deflateRawSync(content, { level: 9 })
    const path = Buffer.from(name)
    const head = Buffer.alloc(30)
    head.writeUInt32LE(0x04034b50, 0)
    head.writeUInt16LE(20, 4)
    head.writeUInt16LE(flags, 6)
    head.writeUInt16LE(8, 8)
    head.writeUInt32LE(crc32(content), 14)
    head.writeUInt32LE(packed.length, 18)
    head.writeUInt32LE(claims, 22)
    head.writeUInt16LE(path.length, 26)
    locals.push(head, path, packed)
    const central = Buffer.alloc(46)
    central.writeUInt32LE(0x02014b50, 0)
    central.writeUInt16LE(20, 4)
    central.writeUInt16LE(20, 6)
    central.writeUInt16LE(flags, 8)
    central.writeUInt16LE(8, 10)
    central.writeUInt32LE(crc32(content), 16)
    central.writeUInt32LE(packed.length, 20)
    central.writeUInt32LE(claims, 24)
    central.writeUInt16LE(path.length, 28)
    central.writeUInt32LE(offset, 42)
    centrals.push(central, path)
    offset += 30 + path.length + packed.length
  }
  const directory = Buffer.concat(centrals)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(options.count ?? entries.length, 8)
  end.writeUInt16LE(options.count ?? entries.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...locals, directory, end])
}

function crc32(bytes: Buffer): number {
  let crc = ~0
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  return ~crc >>> 0
}

const text = (content: string) => Buffer.from(content)
const word = (body: string) =>
  `<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`
const paragraph = (words: string) => `<w:p><w:r><w:t>${words}</w:t></w:r></w:p>`
const TYPES = text(
  '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
)
const RELATIONS = text(
  '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
)
export const docx = (body: string, more: readonly ZipEntry[] = []) =>
  zipOf([
    { name: '[Content_Types].xml', content: TYPES },
    { name: '_rels/.rels', content: RELATIONS },
    { name: 'word/document.xml', content: text(word(body)) },
    ...more,
  ])

const zeros = (megabytes: number) => Buffer.alloc(megabytes * 1_000_000, 32)
const ENTITIES = `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">${Array.from({ length: 9 }, (_item, index) => `<!ENTITY ${String.fromCodePoint(98 + index)} "${`&${String.fromCodePoint(97 + index)};`.repeat(10)}">`).join('')}<!ENTITY out SYSTEM "file:///etc/passwd">]>`

/** A PDF with this many pages, all of them the same object. */
function pdfOf(pages: number, content: string): Buffer {
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Count ${pages}/Kids[${'3 0 R '.repeat(pages)}]>>`,
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>',
    `<</Length ${content.length}>>stream\n${content}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ]
  let out = '%PDF-1.4\n'
  const places = objects.map((object, index) => {
    const at = out.length
    out += `${index + 1} 0 obj${object}endobj\n`
    return at
  })
  const xref = out.length
  out += `xref\n0 6\n0000000000 65535 f \n${places.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('')}trailer<</Size 6/Root 1 0 R>>\nstartxref\n${xref}\n%%EOF`
  return Buffer.from(out, 'latin1')
}
export const goodPdf = () => pdfOf(1, 'BT /F 12 Tf 10 100 Td (Quarterly report of the harbour) Tj ET')

const sheet = (rows: string) => [
  { name: 'xl/workbook.xml', content: text('<workbook><sheets><sheet name="One"/></sheets></workbook>') },
  {
    name: 'xl/worksheets/sheet1.xml',
    content: text(`<worksheet><sheetData>${rows}</sheetData></worksheet>`),
  },
]
const slides = (count: number) => [
  { name: 'ppt/presentation.xml', content: text('<p/>') },
  ...Array.from({ length: count }, (_item, index) => ({
    name: `ppt/slides/slide${index + 1}.xml`,
    content: text('<a:p><a:t>slide words</a:t></a:p>'),
  })),
]

/** At least thirty broken or hostile files, each made here. */
export function hostileFiles(): readonly HostileFile[] {
  return [
    {
      name: 'bomb.docx',
      bytes: docx(paragraph('x'), [{ name: 'word/media/a.bin', content: zeros(60) }]),
      reason: /times its size/,
    },
    {
      name: 'bomb-many.docx',
      bytes: docx(
        paragraph('x'),
        Array.from({ length: 30 }, (_item, index) => ({ name: `b${index}`, content: zeros(8) })),
      ),
      reason: /unpacks to more/,
    },
    {
      name: 'lying-small.docx',
      bytes: docx(paragraph('x'), [{ name: 'big', content: zeros(2), claims: 10 }]),
      reason: /damaged/,
    },
    {
      name: 'lying-large.docx',
      bytes: docx(paragraph('x'), [{ name: 'small', content: text('abc'), claims: 4_000_000_000 }]),
      reason: /damaged/,
    },
    {
      name: 'bomb.xlsx',
      bytes: zipOf([...sheet(''), { name: 'xl/sharedStrings.xml', content: zeros(60) }]),
      reason: /times its size/,
    },
    {
      name: 'many-entries.docx',
      bytes: docx(
        paragraph('x'),
        Array.from({ length: 10_001 }, (_item, index) => ({ name: `e${index}`, content: text('') })),
      ),
      reason: /10000 entries/,
    },
    {
      name: 'wrong-count.docx',
      bytes: zipOf([{ name: 'word/document.xml', content: text(word(paragraph('x'))) }], { count: 65_534 }),
      reason: /entries|damaged/,
    },
    { name: 'cut.docx', bytes: docx(paragraph('hello')).subarray(0, 300), reason: /damaged/ },
    {
      name: 'locked.docx',
      bytes: zipOf([{ name: 'word/document.xml', content: text('x'), flags: 1 }]),
      reason: /password|damaged/,
    },
    {
      name: 'paths.docx',
      bytes: docx(paragraph('x'), [{ name: '../../../../tmp/escaped', content: text('x') }]),
      reason: /damaged/,
    },
    {
      name: 'absolute.docx',
      bytes: docx(paragraph('x'), [{ name: '/etc/cron.d/evil', content: text('x') }]),
      reason: /damaged/,
    },
    {
      name: 'archive.zip',
      bytes: zipOf([{ name: 'inner.zip', content: zipOf([{ name: 'a', content: text('a') }]) }]),
      reason: /archives are not supported/,
    },
    {
      name: 'entities.docx',
      bytes: zipOf([
        { name: '[Content_Types].xml', content: TYPES },
        { name: '_rels/.rels', content: RELATIONS },
        { name: 'word/document.xml', content: text(`${ENTITIES}${word(paragraph('&j;&out;')).slice(21)}`) },
      ]),
      reason: /damaged|could not be read|no text/,
    },
    {
      name: 'entities.odt',
      bytes: zipOf([
        { name: 'content.xml', content: text(`${ENTITIES}<text:p>&j;&out; visible words</text:p>`) },
      ]),
      reason: null,
    },
    {
      name: 'entities.xlsx',
      bytes: zipOf(
        sheet(`${ENTITIES}<row r="1"><c t="inlineStr"><is><t>&j;&out; cell words</t></is></c></row>`),
      ),
      reason: null,
    },
    {
      name: 'nested.odt',
      bytes: zipOf([
        {
          name: 'content.xml',
          content: text(`${'<text:p>'.repeat(100_000)}deep words${'</text:p>'.repeat(100_000)}`),
        },
      ]),
      reason: null,
    },
    {
      name: 'unclosed.odt',
      bytes: zipOf([{ name: 'content.xml', content: text(`<text:p>${'<a '.repeat(200_000)}`) }]),
      reason: /no text/,
    },
    {
      name: 'nested.docx',
      bytes: docx(`${'<w:p>'.repeat(20_000)}x${'</w:p>'.repeat(20_000)}`),
      reason: /damaged|could not be read|memory|no text|seconds/,
    },
    { name: 'slides.pptx', bytes: zipOf(slides(2001)), reason: /2000 slides/ },
    { name: 'rows.csv', bytes: Buffer.from(`a,b\n${'1,2\n'.repeat(200_001)}`), reason: /200000 rows/ },
    { name: 'quotes.csv', bytes: Buffer.from(`a,b\n"${'x'.repeat(500_000)}`), reason: null },
    { name: 'broken.pdf', bytes: Buffer.from('%PDF-1.7 nothing follows'), reason: /damaged/ },
    { name: 'pages.pdf', bytes: pdfOf(5000, 'BT ET'), reason: /5000 pages/ },
    { name: 'scan.pdf', bytes: pdfOf(3, 'q Q'), reason: /no text found/ },
    {
      name: 'loop.pdf',
      bytes: Buffer.from(
        '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Count 1/Kids[2 0 R]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF',
      ),
      reason: /./,
    },
    {
      name: 'locked.pdf',
      bytes: Buffer.from(
        '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R/Encrypt<</Filter/Standard/V 1/R 2/O<00>/U<00>/P -1>>>>\n%%EOF',
      ),
      reason: /./,
    },
    { name: 'page.pdf.md', bytes: Buffer.from('%PDF-1.4 a PDF that is called Markdown'), reason: /damaged/ },
    {
      name: 'nested.html',
      bytes: Buffer.from(`<html><body>${'<div>'.repeat(15_000)}words`),
      reason: /no text|could not be read|memory|seconds/,
    },
    {
      name: 'script.html',
      bytes: Buffer.from(
        '<html><body><script>while(true){}</script><p>Harmless words here</p></body></html>',
      ),
      reason: null,
    },
    {
      name: 'program.exe',
      bytes: Buffer.from('MZ\0\0\0binary'),
      reason: /files of this type are not supported/,
    },
    { name: 'empty.md', bytes: Buffer.alloc(0), reason: /empty/ },
    { name: 'blank.md', bytes: Buffer.from(' \n \n'), reason: /no text/ },
    {
      name: 'latin.txt',
      bytes: Buffer.from([0x63, 0x61, 0x66, 0xe9, 0x20, 0x6d, 0x65, 0x6e, 0x75]),
      reason: null,
    },
    {
      name: 'surrogates.txt',
      bytes: Buffer.from('lone \ud800 surrogate and words', 'utf16le').subarray(0),
      reason: /files of this type are not supported/,
    },
    { name: 'one-line.txt', bytes: Buffer.alloc(3_000_000, 'word '), reason: null },
    { name: 'bidi.md', bytes: Buffer.from('# Title\n\nAllow \u202e everything \u2066 now'), reason: null },
    {
      name: 'nested.eml',
      bytes: Buffer.from(
        `Content-Type: multipart/mixed; boundary=b0\n\n${Array.from({ length: 300 }, (_item, index) => `--b${index}\nContent-Type: multipart/mixed; boundary=b${index + 1}\n\n`).join('')}text`,
      ),
      reason: /./,
    },
    { name: 'headers.eml', bytes: Buffer.from(`${'X-Long: a\n'.repeat(200_000)}\nbody`), reason: /./ },
    {
      name: 'lines.jsonl',
      bytes: Buffer.from(`{"a":${'['.repeat(100_000)}\n{"b":"fine words"}\n`),
      reason: null,
    },
  ]
}
