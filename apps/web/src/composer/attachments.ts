/** A text file that goes along with a message. */
export interface Attachment {
  readonly name: string
  readonly text: string
}

export type ReadFile =
  | { readonly ok: true; readonly attachment: Attachment }
  | { readonly ok: false; readonly name: string; readonly why: 'not_text' | 'too_large' }

/** Most bytes of one file. */
const FILE_LIMIT = 60_000

/** Reads a file that was dropped, pasted or chosen. Only text goes along: the agent reads all else in the folder itself. */
export async function readAttachment(file: File): Promise<ReadFile> {
  const { name } = file
  if (file.size > FILE_LIMIT) return { ok: false, name, why: 'too_large' }
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer())
    return text.includes('\u0000')
      ? { ok: false, name, why: 'not_text' }
      : { ok: true, attachment: { name, text } }
  } catch {
    // Not UTF-8: a picture, an archive, a program.
    return { ok: false, name, why: 'not_text' }
  }
}

/** The message with its files below it, each in a fence that nothing in the file can close. */
export function withAttachments(message: string, files: readonly Attachment[]): string {
  return [message, ...files.map(fenced)].filter((part) => part !== '').join('\n\n')
}

function fenced({ name, text }: Attachment): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((run) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${name.replaceAll(/[\r\n`]/g, ' ')}:\n${fence}\n${text.replace(/\n$/, '')}\n${fence}`
}
