import { keep, readKept } from '../../data/browser-storage.ts'

const NAME = 'countersign notices asked'

/** Whether notifications were offered in this browser. Without storage they are not offered repeatedly. */
export const wasNoticeAsked = (storage: Storage): boolean => readKept(storage, NAME, 'unknown') !== null

export const keepNoticeAsked = (storage: Storage): boolean => keep(storage, NAME, 'yes')
