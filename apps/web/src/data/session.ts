/**
 * The token of the printed address. It stands in the fragment, which no browser sends to a server or hands on as
 * a referrer; it is taken out of the address bar and of the history entry before anything else happens.
 */
export function takeToken(
  place: Pick<Location, 'hash' | 'pathname' | 'search'>,
  history: Pick<History, 'replaceState'>,
): string | null {
  const token = tokenIn(place.hash)
  if (token !== null) history.replaceState(null, '', place.pathname + place.search)
  return token
}

/** The token in a pasted text: a whole printed address, its fragment, or the bare token. */
export function readPasted(text: string): string | null {
  const trimmed = text.trim()
  if (trimmed === '') return null
  const hash = trimmed.indexOf('#')
  if (hash >= 0) return tokenIn(trimmed.slice(hash))
  return /^[\w.~-]+$/.test(trimmed) ? trimmed : null
}

function tokenIn(hash: string): string | null {
  const token = new URLSearchParams(hash.replace(/^#/, '')).get('token')
  return token === null || token === '' ? null : token
}
