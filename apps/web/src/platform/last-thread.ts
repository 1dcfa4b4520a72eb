import { keep, readKept } from '../data/browser-storage.ts'

const NAME = 'countersign last chat'

/** The chat that was open last in this browser, if it remembers. */
export const readLastThread = (storage: Storage): string | null => readKept(storage, NAME, null)

export const keepLastThread = (storage: Storage, thread: string): boolean => keep(storage, NAME, thread)
