import type { CallView, ShortenedText, WaitingCall } from '@countersign/protocol'

/** What a card or a list knows of a call whose body may be only its beginning. */
export type ShownCall = Pick<CallView, 'id' | 'specifier' | 'body' | 'decision' | 'shortened'> &
  Partial<Pick<WaitingCall, 'parts'>>

/** A call that is shortened, with what the whole one has in the place of it. */
export function withWhole<T extends Omit<ShownCall, 'id'>>(call: T, whole: CallView): T {
  const { shortened, ...rest } = call
  const inDecision = shortened?.some(({ at }) => at.startsWith('decision')) === true
  return {
    ...rest,
    specifier: whole.specifier,
    body: whole.body,
    decision: inDecision ? whole.decision : call.decision,
    ...(whole.state === 'waiting' && whole.parts !== undefined ? { parts: whole.parts } : {}),
  } as T // the same call, without the list of what is shortened
}

/** Bytes of the longest text of which only a part is here. */
export function wholeBytes(shortened: readonly ShortenedText[]): number {
  return Math.max(0, ...shortened.map(({ bytes }) => bytes))
}

/** Unchanged lines above the part of a change that is here. */
export function linesAbove(shortened: readonly ShortenedText[] | undefined): number {
  return shortened?.find(({ at }) => at === 'body.after')?.lines_above ?? 0
}

/** Bytes of a text in a body: as many as are here, or as many as the whole has. */
export function bytesAt(at: string, text: string, shortened: readonly ShortenedText[] | undefined): number {
  return shortened?.find((part) => part.at === at)?.bytes ?? new Blob([text]).size
}
