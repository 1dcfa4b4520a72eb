import { IMAGE_BYTES } from '@countersign/protocol'
import type { ImageView } from '@countersign/protocol'
import type { HttpResult } from '../../../data/http.ts'

/** An attachment of a message: a text file inside the text, or a picture that the server stores. */
export type Attachment =
  | { readonly kind: 'text'; readonly name: string; readonly text: string }
  | { readonly kind: 'image'; readonly name: string; readonly image: ImageView }

export type ReadFile =
  | { readonly ok: true; readonly attachment: Attachment }
  | {
      readonly ok: false
      readonly name: string
      readonly why: 'not_text' | 'too_large' | 'picture_too_large'
    }
  | { readonly ok: false; readonly name: string; readonly why: 'refused'; readonly reason: string }

/** Most bytes of one text file. */
const FILE_LIMIT = 60_000
/** Pictures that models can look at. */
const PICTURES: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])

/** Reads a file that was dropped, pasted or chosen: pictures and text are attached; the agent reads everything else from the folder. */
export async function readAttachment(
  file: File,
  keep: (file: File) => Promise<HttpResult<ImageView>>,
): Promise<ReadFile> {
  const { name } = file
  if (PICTURES.has(file.type)) return readPicture(file, keep)
  if (file.size > FILE_LIMIT) return { ok: false, name, why: 'too_large' }
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer())
    return text.includes('\u0000')
      ? { ok: false, name, why: 'not_text' }
      : { ok: true, attachment: { kind: 'text', name, text } }
  } catch {
    // Not UTF-8: an archive, a program.
    return { ok: false, name, why: 'not_text' }
  }
}

async function readPicture(
  file: File,
  keep: (file: File) => Promise<HttpResult<ImageView>>,
): Promise<ReadFile> {
  const { name } = file
  if (file.size > IMAGE_BYTES) return { ok: false, name, why: 'picture_too_large' }
  const kept = await keep(file)
  return kept.ok
    ? { ok: true, attachment: { kind: 'image', name, image: kept.value } }
    : { ok: false, name, why: 'refused', reason: kept.message }
}

/** The message followed by its text files, each in a fence that nothing in the file can close. */
export function withAttachments(message: string, files: readonly Attachment[]): string {
  const texts = files.flatMap((file) => (file.kind === 'text' ? [fenced(file)] : []))
  const whole = [message, ...texts].filter((part) => part !== '').join('\n\n')
  // A message needs words: a picture alone is described by its name.
  return whole === ''
    ? picturesOf(files)
        .map(({ name }) => name)
        .join(', ')
    : whole
}

/** The attached pictures, by their server ids. */
export function picturesOf(files: readonly Attachment[]): readonly ImageView[] {
  return files.flatMap((file) => (file.kind === 'image' ? [{ ...file.image, name: file.name }] : []))
}

function fenced({ name, text }: { readonly name: string; readonly text: string }): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((run) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${name.replaceAll(/[\r\n`]/g, ' ')}:\n${fence}\n${text.replace(/\n$/, '')}\n${fence}`
}
