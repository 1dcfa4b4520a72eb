import type { Ground } from './ground.ts'

/** The promises that nothing leaks and nothing is lost, by number. */
export const POINTS: ReadonlyMap<number, string> = new Map([
  [1, 'the session is bound to its origin'],
  [2, 'the agent cannot answer, whatever it starts'],
  [3, 'files that run later cannot be made'],
  [4, 'secrets stay where rules keep them'],
  [5, 'two chats, one file'],
  [6, 'several edits of one file in one step'],
  [7, 'streamed text is kept'],
  [8, 'a message has an id of its client'],
  [9, 'a backup overwrites nothing of others'],
  [10, 'a silent provider'],
  [11, 'an endless answer'],
  [12, 'limits ask'],
  [13, 'words for what is away or full'],
  [14, 'starts, modes and bridges'],
])

/** One attempt to break a promise, made from outside. It returns if the server held, and throws if it did not. */
export interface Attack {
  readonly point: number
  readonly name: string
  /** Left out of the short form. */
  readonly long?: true
  /** Independent of account and sandbox, so the short form runs it in only one setting. */
  readonly anywhere?: true
  /** Timeout in minutes; 5 if absent. */
  readonly minutes?: number
  readonly run: (ground: Ground) => Promise<void>
}
