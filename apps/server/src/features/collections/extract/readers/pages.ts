import { markdownMaker, parsePage } from '../../../../readable-page/page-document.ts'
import { readablePage } from '../../../../readable-page/readable.ts'
import type { Archive } from '../archive.ts'
import { LIMITS, NEEDS_OCR, Unreadable } from '../limits.ts'
import { recognisedPage, RECOGNISED, type Recognise } from '../ocr/recognise.ts'
import { draft, type Drafted } from '../drafted.ts'
import { decoded, readMarkdown } from './plain.ts'
import { xmlPieces } from './xml.ts'

/** A web page, with the reader of `web.fetch`. */
export function readHtml(bytes: Buffer): Drafted {
  const page = readablePage(decoded(bytes), 'https://example.com/')
  const drafted = readMarkdown(page.text, { lines: false })
  return { ...drafted, title: page.title === '' ? drafted.title : page.title }
}

export async function readWord(bytes: Buffer, archive: Archive): Promise<Drafted> {
  await archive.check()
  const { default: mammoth } = await import('mammoth')
  const { value } = await mammoth
    .convertToHtml(
      { buffer: bytes },
      { convertImage: mammoth.images.imgElement(() => Promise.resolve({ src: '' })) },
    )
    .catch((cause: unknown) => {
      throw new Unreadable(
        `the document is damaged: ${cause instanceof Error ? cause.message : String(cause)}`,
      )
    })
  return readMarkdown(markdownOf(value), { lines: false })
}

function markdownOf(html: string): string {
  const page = parsePage(`<!doctype html><html><body>${html}</body></html>`)
  return markdownMaker().turndown(page.body)
}

/** Pages without text are recognised if OCR is available. */
export async function readPdf(bytes: Buffer, recognise?: Recognise): Promise<Drafted> {
  const { getDocumentProxy } = await import('unpdf')
  const document = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 }).catch((cause: unknown) => {
    const name = cause instanceof Error ? cause.name : ''
    throw new Unreadable(name === 'PasswordException' ? 'it needs a password' : 'the PDF is damaged')
  })
  const pages = document.numPages
  if (pages > LIMITS.pages) throw new Unreadable(`it has ${pages} pages; at most ${LIMITS.pages} can be read`)
  const out = draft()
  for (let number = 1; number <= pages; number += 1) {
    const page = await document.getPage(number)
    const { items } = await page.getTextContent()
    out.mark({ breaks: true, place: `page ${number}`, page: number })
    let text = ''
    for (const item of items) if ('str' in item) text += item.hasEOL ? `${item.str}\n` : item.str
    if (text.trim() === '' && recognise !== undefined && number <= RECOGNISED)
      text = await recognisedPage(document, number, recognise)
    out.add(`${text.trim()}\n\n`)
    if (out.length > LIMITS.text) throw new Unreadable('it has more text than can be read')
    page.cleanup()
  }
  const drafted = out.end({ title: '', parts: pages, partsOf: 'pages' })
  if (drafted.text.trim() === '')
    throw new Unreadable(
      `no text found on ${pages === 1 ? 'its page' : `its ${pages} pages`}${recognise === undefined ? `: ${NEEDS_OCR}` : ', not even by OCR'}`,
    )
  return drafted
}

/** A book: chapters in the order of its spine. */
export async function readBook(archive: Archive): Promise<Drafted> {
  const container = (await archive.read('META-INF/container.xml'))?.toString('utf8') ?? ''
  const root = /full-path\s*=\s*"([^"]+)"/.exec(container)?.[1] ?? ''
  const package_ = (await archive.read(root))?.toString('utf8') ?? ''
  const files = new Map<string, string>()
  const spine: string[] = []
  let title = ''
  let inTitle = false
  for (const piece of xmlPieces(package_)) {
    if (piece.kind === 'text') {
      if (inTitle) title += piece.text
    } else if (piece.name === 'dc:title') inTitle = piece.kind === 'open'
    else if (piece.kind !== 'close' && piece.name === 'item')
      files.set(piece.attribute('id') ?? '', piece.attribute('href') ?? '')
    else if (piece.kind !== 'close' && piece.name === 'itemref') spine.push(piece.attribute('idref') ?? '')
  }
  const folder = root.includes('/') ? root.slice(0, root.lastIndexOf('/') + 1) : ''
  const out = draft()
  for (const [index, id] of spine.slice(0, LIMITS.pages).entries()) {
    const bytes = await archive.read(`${folder}${decodeURI(files.get(id) ?? '')}`)
    if (bytes === undefined) continue
    const chapter = readHtml(bytes)
    const heading = chapter.title === '' ? `Chapter ${index + 1}` : chapter.title
    out.mark({
      breaks: true,
      place: `chapter ${index + 1}`,
      heading: { level: 1, text: heading.slice(0, 200) },
    })
    out.add(`${chapter.text}\n\n`)
  }
  return out.end({ title: title.trim().slice(0, 200), parts: spine.length, partsOf: 'chapters' })
}
