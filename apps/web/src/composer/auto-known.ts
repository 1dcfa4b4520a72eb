const NAME = 'countersign auto known'

/** Auto was chosen before in this browser: what still stops in it need not be told again. */
export function isAutoKnown(storage: Storage): boolean {
  try {
    return storage.getItem(NAME) !== null
  } catch {
    return false
  }
}

export function keepAutoKnown(storage: Storage): boolean {
  try {
    storage.setItem(NAME, 'yes')
    return true
  } catch {
    return false
  }
}
