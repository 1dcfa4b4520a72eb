const NAME = 'countersign notices asked'

/** Whether notices were offered in this browser. Where nothing can be kept they are not offered again and again. */
export function wasNoticeAsked(storage: Storage): boolean {
  try {
    return storage.getItem(NAME) !== null
  } catch {
    return true
  }
}

export function keepNoticeAsked(storage: Storage): boolean {
  try {
    storage.setItem(NAME, 'yes')
    return true
  } catch {
    return false
  }
}
