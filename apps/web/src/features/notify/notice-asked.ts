import { keep, readKept } from '../../data/browser-storage.ts'

const NAME = 'countersign notices asked'

/** Whether notices were offered in this browser. Where nothing can be kept they are not offered again and again. */
export const wasNoticeAsked = (storage: Storage): boolean => readKept(storage, NAME, 'unknown') !== null

export const keepNoticeAsked = (storage: Storage): boolean => keep(storage, NAME, 'yes')
