import { keep, readKept } from '../../data/browser-storage.ts'

const NAME = 'countersign welcomed'

/** The first page was seen in this browser; without storage it is not shown repeatedly. */
export const readWelcomed = (storage: Storage): boolean => readKept(storage, NAME, 'unknown') !== null

export const keepWelcomed = (storage: Storage): boolean => keep(storage, NAME, 'yes')
