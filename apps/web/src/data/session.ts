/**
 * The one-time code of the printed address. It is in the fragment, which no browser sends to a server or passes on as a referrer; it is
 * removed from the address bar and the history entry before anything else happens.
 */
export function takeCode(
  place: Pick<Location, 'hash' | 'pathname' | 'search'>,
  history: Pick<History, 'replaceState'>,
): string | null {
  const fields = new URLSearchParams(place.hash.replace(/^#/, ''))
  const code = codeIn(place.hash)
  // A URL of the previous version has a token, which no longer signs anyone in and should not stay in the history.
  if (fields.has('code') || fields.has('token')) history.replaceState(null, '', place.pathname + place.search)
  return code
}

/** The code in a pasted text: a complete printed address, its fragment, or the bare code. */
export function readPasted(text: string): string | null {
  const trimmed = text.trim()
  if (trimmed === '') return null
  const hash = trimmed.indexOf('#')
  if (hash >= 0) return codeIn(trimmed.slice(hash))
  return /^[\w-]+$/.test(trimmed) ? trimmed : null
}

function codeIn(hash: string): string | null {
  const code = new URLSearchParams(hash.replace(/^#/, '')).get('code')
  return code === null || code === '' ? null : code
}
