import type { Fetch } from '../../providers/services.ts'

/**
 * `fetch` to the service only. A server may answer with the URL of a picture instead of the picture; following it would let the server
 * choose where we connect.
 */
export function ownOrigin(fetch: Fetch): Fetch {
  let origin: string | undefined
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : String(input))
    origin ??= url.origin
    if (url.origin !== origin)
      throw new Error(`the service returned an address at \`${url.host}\` instead of the picture`)
    return fetch(input, { ...init, redirect: 'error' })
  }
}
