export type PageAct = 'next' | 'previous' | 'mode' | 'keys'

interface Key {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly shiftKey: boolean
  readonly repeat: boolean
}

/** What a key does on the page as a whole; `before` is the key before it. Letters count only outside fields. */
export function pageKey(key: Key, before: string, inField: boolean): PageAct | null {
  const control = key.ctrlKey || key.metaKey
  if (key.repeat || key.altKey) return null
  if (key.key === 'F8' && !control) return key.shiftKey ? 'previous' : 'next'
  if (control && key.shiftKey && key.key.toLowerCase() === 'm') return 'mode'
  if (inField || control) return null
  if (key.key === '?') return 'keys'
  return before === 'g' && key.key === 'w' ? 'next' : null
}
