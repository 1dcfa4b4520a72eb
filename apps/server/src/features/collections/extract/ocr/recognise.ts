import { createRequire } from 'node:module'
import { compileFunction } from 'node:vm'
import type { PDFDocumentProxy } from 'unpdf/pdfjs'
import { NEEDS_OCR, Unreadable } from '../limits.ts'
import { draft, type Drafted } from '../drafted.ts'

/** Reads the text in a picture (PNG, JPEG, BMP). */
export type Recognise = (picture: Buffer) => Promise<string>

/** Most pages of a document that are recognised. */
export const RECOGNISED = 100
/** Smaller pictures of a page contain no text. */
const SMALLEST = 40

/** The part of tesseract's core that is used. */
interface Core {
  readonly FS: { writeFile(path: string, bytes: Uint8Array): void }
  readonly TessBaseAPI: new () => {
    Init(path: string, language: string, engine: number): number
    SetImageFile(orientation: number, angle: number): number
    Recognize(monitor: null): void
    GetUTF8Text(): string
  }
}

/** Only neural recognition, which the downloaded data is for. */
const LSTM = 1

/**
 * Tesseract from its parts: code with WebAssembly in it, and the data of a language. Both run inside the reader's process without access to
 * the machine's files.
 */
export function recogniser(core: Buffer, data: Buffer): Recognise {
  let opened:
    | Promise<{ readonly tesseract: Core; readonly api: InstanceType<Core['TessBaseAPI']> }>
    | undefined
  async function open() {
    // The package is CommonJS: it assigns a function to the given exports.
    const given: { exports: unknown } = { exports: {} }
    const run = compileFunction(core.toString('utf8'), [
      'module',
      'exports',
      'require',
      '__filename',
      '__dirname',
    ]) as (...handed: readonly unknown[]) => void // a function of these parameters
    run(given, given.exports, createRequire(import.meta.url), '/ocr.js', '/')
    const make = given.exports as (options: object) => Promise<Core> // what the package exports
    const tesseract = await make({ print: () => undefined, printErr: () => undefined })
    tesseract.FS.writeFile('/eng.traineddata', data)
    const api = new tesseract.TessBaseAPI()
    if (api.Init('/', 'eng', LSTM) !== 0) throw new Unreadable('OCR did not start')
    return { tesseract, api }
  }
  return async (picture) => {
    const { tesseract, api } = await (opened ??= open())
    tesseract.FS.writeFile('/input', picture)
    if (api.SetImageFile(1, 0) !== 0) return ''
    api.Recognize(null)
    return api.GetUTF8Text()
  }
}

export async function readPicture(bytes: Buffer, recognise: Recognise | undefined): Promise<Drafted> {
  if (recognise === undefined) throw new Unreadable(`a picture: ${NEEDS_OCR}`, 'skipped')
  const text = (await recognise(bytes)).trim()
  if (text === '') throw new Unreadable('OCR found no text in it', 'skipped')
  const out = draft()
  out.add(text)
  return out.end({ title: '', parts: 0, partsOf: '' })
}

/** The text in the pictures of a PDF page: a scan is one picture per page. */
export async function recognisedPage(
  document: PDFDocumentProxy,
  page: number,
  recognise: Recognise,
): Promise<string> {
  const { extractImages } = await import('unpdf')
  const texts: string[] = []
  for (const picture of await extractImages(document, page))
    if (picture.width >= SMALLEST && picture.height >= SMALLEST)
      texts.push(await recognise(bitmapOf(picture)))
  return texts.join('\n')
}

/** A bitmap of 24 bits: rows from the bottom, blue first, each padded to four bytes. */
function bitmapOf(picture: {
  readonly data: Uint8ClampedArray
  readonly width: number
  readonly height: number
  readonly channels: number
}): Buffer {
  const { data, width, height, channels } = picture
  const row = Math.ceil((width * 3) / 4) * 4
  const out = Buffer.alloc(54 + row * height)
  out.write('BM', 'latin1')
  out.writeUInt32LE(out.length, 2)
  out.writeUInt32LE(54, 10)
  out.writeUInt32LE(40, 14)
  out.writeInt32LE(width, 18)
  out.writeInt32LE(height, 22)
  out.writeUInt16LE(1, 26)
  out.writeUInt16LE(24, 28)
  out.writeUInt32LE(row * height, 34)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const from = (y * width + x) * channels
      const to = 54 + (height - 1 - y) * row + x * 3
      const red = data[from] ?? 0
      out[to] = channels >= 3 ? (data[from + 2] ?? 0) : red
      out[to + 1] = channels >= 3 ? (data[from + 1] ?? 0) : red
      out[to + 2] = red
    }
  return out
}
