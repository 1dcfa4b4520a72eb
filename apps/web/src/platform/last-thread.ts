import { keep, readKept } from '../data/browser-storage.ts'

const NAME = 'countersign last chat'

/** The last open thread in this browser, if it was stored. */
export const readLastThread = (storage: Storage): string | null => readKept(storage, NAME, null)

export const keepLastThread = (storage: Storage, thread: string): boolean => keep(storage, NAME, thread)
