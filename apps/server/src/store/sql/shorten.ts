import type { CallBody, CallView, MessageView, ShortenedText } from '@countersign/protocol'
import { shortenChange } from './shorten-change.ts'
import { textHead } from './text-head.ts'

/** Size limits in bytes for lists and events: one part of a call, and a message. */
const WHOLE = 32_000
/** Bytes of the beginning of a longer text, and of all beginnings in one part of a call. */
const HEAD = 8000
const HEADS = 2 * HEAD
/** Bytes of a text that stays complete next to longer ones: names, states, paths. */
const NAME = 300
/** Bytes for everything except the beginnings of long texts: a list ends when they are used up. */
const SMALL = HEAD
/** The cost of a value in addition to its text: a list of empty lists is long too. */
const EACH = 20

/** A message for lists and events: a long text is cut to its beginning. */
export function shortenMessage(message: MessageView): MessageView {
  const bytes = Buffer.byteLength(message.text)
  return bytes <= WHOLE ? message : { ...message, text: textHead(message.text, HEAD), bytes }
}

/** Cuts the long texts of a masked call whose body is already short. */
export function shortenCall<Call extends CallView>(call: Call): Call {
  const shortened = [...(call.shortened ?? [])]
  const found =
    call.state !== 'failed' || call.found === undefined ? undefined : shortenBody(call.found, 'found')
  shortened.push(...(found?.shortened ?? []))
  const short = {
    title: shorten(call.title, 'title', shortened),
    specifier: shorten(call.specifier, 'specifier', shortened),
    decision: shorten(call.decision, 'decision', shortened),
    ...(found === undefined ? {} : { found: found.body }),
  }
  return shortened.length === 0 ? call : { ...call, ...short, shortened }
}

export interface ShortBody {
  readonly body: CallBody
  readonly shortened?: ShortenedText[]
}

/** The beginning of a long body; for a changed file the changed part, wherever it is. */
export function shortenBody(body: CallBody, at: 'body' | 'found'): ShortBody {
  if (sizeOf(body) <= WHOLE) return { body }
  const shortened: ShortenedText[] = []
  if (body.kind !== 'write' || body.before === null) return { body: shorten(body, at, shortened), shortened }
  const { before, after, linesAbove } = shortenChange({ before: body.before, after: body.after }, HEAD)
  const above = linesAbove === 0 ? {} : { lines_above: linesAbove }
  shortened.push({ at: `${at}.before`, bytes: Buffer.byteLength(body.before), ...above })
  shortened.push({ at: `${at}.after`, bytes: Buffer.byteLength(body.after), ...above })
  return { body: { ...body, before, after }, shortened }
}

/** Cuts long texts and lists of a value if it is long as a whole, and notes which ones were cut. */
export function shorten<T>(value: T, at: string, shortened: ShortenedText[]): T {
  if (sizeOf(value) <= WHOLE) return value
  let heads = HEADS
  let small = SMALL
  const walkText = (text: string, place: string): string => {
    const bytes = Buffer.byteLength(text)
    const long = bytes > NAME
    const head = long ? textHead(text, Math.max(NAME, Math.min(HEAD, heads))) : text
    if (long && heads > NAME) heads -= Buffer.byteLength(head)
    else small -= Buffer.byteLength(head)
    if (head !== text) shortened.push({ at: place, bytes })
    return head
  }
  const walkList = (list: readonly unknown[], place: string): readonly unknown[] => {
    const items: unknown[] = []
    for (const [index, item] of list.entries()) {
      if (small <= 0) break
      items.push(walk(item, `${place}.${index}`))
    }
    if (items.length < list.length)
      shortened.push({ at: place, bytes: Buffer.byteLength(JSON.stringify(list)) })
    return items
  }
  const walk = (part: unknown, place: string): unknown => {
    small -= EACH
    if (typeof part === 'string') return walkText(part, place)
    if (Array.isArray(part)) return walkList(part, place)
    if (typeof part !== 'object' || part === null) return part
    return Object.fromEntries(
      Object.entries(part).map(([name, item]) => [name, walk(item, `${place}.${name}`)]),
    )
  }
  return walk(value, at) as T // texts became shorter texts and lists shorter lists: nothing else changed
}

/** The approximate size of a value as JSON, in bytes. */
function sizeOf(value: unknown): number {
  if (typeof value === 'string') return EACH + Buffer.byteLength(value)
  if (typeof value !== 'object' || value === null) return EACH
  return Object.values(value).reduce((sum: number, item) => sum + sizeOf(item), EACH)
}
