import type { Extracted } from '../chunks/extracted.ts'
import { languageName, UNSTEMMED } from '../words/languages.ts'
import { openArchive } from './archive.ts'
import { kindOf } from './kind.ts'
import { LIMITS, Unreadable } from './limits.ts'
import type { Drafted } from './drafted.ts'
import { messagesOf, readMail } from './readers/mail.ts'
import { readOpenText, readSheets, readSlides } from './readers/office.ts'
import { readBook, readHtml, readPdf, readWord } from './readers/pages.ts'
import { readPicture, type Recognise } from './ocr/recognise.ts'
import { decoded, readJsonLines, readMarkdown, readTable, readText } from './readers/plain.ts'

/** A file that was read, and what it was. */
export interface ExtractedFile {
  readonly kind: string
  readonly extracted: Extracted
}

/** Reads a file. Throws `Unreadable` with a reason for people. Runs in a separate process: see `extract-process.ts`. */
export async function extract(name: string, bytes: Buffer, recognise?: Recognise): Promise<ExtractedFile> {
  if (bytes.length > LIMITS.file) throw new Unreadable('it is larger than 50 MB')
  if (bytes.length === 0) throw new Unreadable('it is empty', 'skipped')
  const { kind, drafted } = await draftOf(name, bytes, { depth: 0, recognise })
  if (drafted.text.length > LIMITS.text) throw new Unreadable('it has more text than can be read')
  if (drafted.text.trim() === '') throw new Unreadable('no text found in it')
  const title = drafted.title === '' ? titleOf(name) : drafted.title
  const language = kind === 'code' ? UNSTEMMED : await languageOf(drafted.text)
  return { kind, extracted: { ...drafted, title, language } }
}

interface ReadKind {
  readonly kind: string
  readonly drafted: Drafted
}

interface How {
  /** 1: the file is an attachment. */
  readonly depth: number
  readonly recognise: Recognise | undefined
}

async function draftOf(name: string, bytes: Buffer, { depth, recognise }: How): Promise<ReadKind> {
  const kind = kindOf(name, bytes)
  const inside = async (attached: string, content: Buffer) => {
    if (depth > 0) throw new Unreadable('attachments of attachments are not read')
    return (await draftOf(attached, content, { depth: depth + 1, recognise })).drafted
  }
  switch (kind) {
    case 'text':
    case 'code':
      return { kind, drafted: readText(bytes) }
    case 'markdown':
      return { kind, drafted: readMarkdown(decoded(bytes), { lines: true }) }
    case 'html':
      return { kind, drafted: readHtml(bytes) }
    case 'pdf':
      return { kind: 'PDF', drafted: await readPdf(bytes, recognise) }
    case 'csv':
      return { kind: 'CSV', drafted: readTable(bytes) }
    case 'json lines':
      return { kind: 'JSON lines', drafted: readJsonLines(bytes) }
    case 'e-mail':
      return { kind, drafted: await readMail([bytes], inside) }
    case 'mailbox':
      return { kind, drafted: await readMail(messagesOf(bytes), inside) }
    case 'zip':
      return readPacked(bytes)
    case 'picture':
      return { kind, drafted: await readPicture(bytes, recognise) }
    case 'unknown':
      throw new Unreadable('files of this type are not supported', 'skipped')
  }
}

/** Documents that are archives. A nested archive is never opened. */
async function readPacked(bytes: Buffer): Promise<ReadKind> {
  const archive = await openArchive(bytes)
  const has = (name: string) => archive.names.includes(name)
  if (has('word/document.xml')) return { kind: 'DOCX', drafted: await readWord(bytes, archive) }
  if (has('ppt/presentation.xml')) return { kind: 'PPTX', drafted: await readSlides(archive) }
  if (has('xl/workbook.xml')) return { kind: 'XLSX', drafted: await readSheets(archive) }
  if (has('META-INF/container.xml')) return { kind: 'EPUB', drafted: await readBook(archive) }
  if (has('content.xml')) return { kind: 'ODT', drafted: await readOpenText(archive) }
  throw new Unreadable('archives are not supported: unpack it and link the folder', 'skipped')
}

function titleOf(name: string): string {
  const base = name.slice(name.lastIndexOf('/') + 1)
  const dot = base.lastIndexOf('.')
  return dot > 0 ? base.slice(0, dot) : base
}

/** Characters that are used to detect the language. */
const SAMPLE = 4000

async function languageOf(text: string): Promise<string> {
  const { eld } = await import('eld/small')
  const middle = Math.max(0, Math.floor(text.length / 2) - SAMPLE / 2)
  const found = eld.detect(text.slice(middle, middle + SAMPLE))
  return found.language === '' ? UNSTEMMED : languageName(found.language)
}
