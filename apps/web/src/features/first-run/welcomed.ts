import { keep, readKept } from '../../data/browser-storage.ts'

const NAME = 'countersign welcomed'

/** The first page was seen in this browser; where nothing can be kept, it is not shown again and again. */
export const readWelcomed = (storage: Storage): boolean => readKept(storage, NAME, 'unknown') !== null

export const keepWelcomed = (storage: Storage): boolean => keep(storage, NAME, 'yes')
