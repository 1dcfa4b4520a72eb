import { keep, readKept } from '../../data/browser-storage.ts'

const NAME = 'countersign auto known'

/** Auto was chosen before in this browser, so the explanation of what still stops in it is not shown again. */
export const isAutoKnown = (storage: Storage): boolean => readKept(storage, NAME, null) !== null

export const keepAutoKnown = (storage: Storage): boolean => keep(storage, NAME, 'yes')
