import type { CallView, ShortenedText, WaitingCall } from '@countersign/protocol'

/** The data that a card or list has of a call whose body may be shortened. */
export type ShownCall = Pick<CallView, 'id' | 'specifier' | 'body' | 'decision' | 'shortened'> &
  Partial<Pick<WaitingCall, 'parts'>>

/** Replaces the shortened fields of a call with those of the whole call. */
export function withWhole<T extends Omit<ShownCall, 'id'>>(call: T, whole: CallView): T {
  const { shortened, ...rest } = call
  const inDecision = shortened?.some(({ at }) => at.startsWith('decision')) === true
  return {
    ...rest,
    specifier: whole.specifier,
    body: whole.body,
    decision: inDecision ? whole.decision : call.decision,
    ...(whole.state === 'waiting' && whole.parts !== undefined ? { parts: whole.parts } : {}),
  } as T // the same call, without the list of shortened fields
}

/** Bytes of the longest shortened text. */
export function wholeBytes(shortened: readonly ShortenedText[]): number {
  return Math.max(0, ...shortened.map(({ bytes }) => bytes))
}

/** Unchanged lines above the part of a change that was sent. */
export function linesAbove(shortened: readonly ShortenedText[] | undefined): number {
  return shortened?.find(({ at }) => at === 'body.after')?.lines_above ?? 0
}

/** Bytes of a text in a body: the length of the whole text even if it is shortened. */
export function bytesAt(at: string, text: string, shortened: readonly ShortenedText[] | undefined): number {
  return shortened?.find((part) => part.at === at)?.bytes ?? new Blob([text]).size
}
