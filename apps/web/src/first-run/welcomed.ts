const NAME = 'countersign welcomed'

/** The first page was seen in this browser; where nothing can be kept, it is not shown again and again. */
export function readWelcomed(storage: Storage): boolean {
  try {
    return storage.getItem(NAME) !== null
  } catch {
    return true
  }
}

export function keepWelcomed(storage: Storage): boolean {
  try {
    storage.setItem(NAME, 'yes')
    return true
  } catch {
    return false
  }
}
