import { LIMITS, Unreadable } from '../limits.ts'
import { draft, type Drafted } from '../drafted.ts'
import { readHtml } from './pages.ts'

/** Attachments of one message that are read. */
const ATTACHMENTS = 20

/** Reads one attachment, which has none of its own. */
export type ReadAttachment = (name: string, bytes: Buffer) => Promise<Drafted>

/** Messages, each with its attachments one level deep. */
export async function readMail(messages: readonly Buffer[], read: ReadAttachment): Promise<Drafted> {
  const { default: PostalMime } = await import('postal-mime')
  const out = draft()
  let title = ''
  if (messages.length > LIMITS.pages * 5)
    throw new Unreadable(`it has more than ${LIMITS.pages * 5} messages`)
  for (const [index, bytes] of messages.entries()) {
    const mail = await PostalMime.parse(bytes, { maxNestingDepth: 32, maxHeadersSize: 1_000_000 })
    const subject = (mail.subject ?? '').slice(0, 200)
    if (title === '') title = subject
    const place = messages.length === 1 ? 'message' : `message ${index + 1}`
    out.mark({ breaks: true, place, heading: { level: 1, text: subject === '' ? place : subject } })
    const from = mail.from === undefined ? '' : `From: ${mail.from.name ?? ''} ${mail.from.address ?? ''}\n`
    out.add(`${from}${mail.date === undefined ? '' : `Date: ${mail.date}\n`}\n`)
    const text = mail.text ?? (mail.html === undefined ? '' : readHtml(Buffer.from(mail.html)).text)
    out.add(`${text.trim()}\n\n`)
    for (const { filename, content } of mail.attachments.slice(0, ATTACHMENTS)) {
      const name = (filename ?? 'attachment').slice(0, 200)
      const inside = await read(name, bytesOf(content)).catch(() => undefined)
      if (inside === undefined) continue
      out.mark({ breaks: true, heading: { level: 2, text: name }, place: `${place}, ${name}` })
      out.add(`${inside.text}\n\n`)
    }
    if (out.length > LIMITS.text) throw new Unreadable('it has more text than can be read')
  }
  return out.end({ title: messages.length === 1 ? title : '', parts: messages.length, partsOf: 'messages' })
}

function bytesOf(content: string | ArrayBuffer | Uint8Array): Buffer {
  if (typeof content === 'string') return Buffer.from(content)
  return content instanceof Uint8Array ? Buffer.from(content) : Buffer.from(new Uint8Array(content))
}

/** The messages of a mailbox: each begins with a line `From `. */
export function messagesOf(mailbox: Buffer): readonly Buffer[] {
  const starts: number[] = []
  for (let at = mailbox.indexOf('From '); at !== -1; at = mailbox.indexOf('\nFrom ', at + 1))
    if (at === 0 || mailbox[at] === 10) starts.push(at === 0 ? 0 : at + 1)
  return starts.map((start, index) => {
    const message = mailbox.subarray(start, starts[index + 1] ?? mailbox.length)
    return message.subarray(message.indexOf(10) + 1)
  })
}
