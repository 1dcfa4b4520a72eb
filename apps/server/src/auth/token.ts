import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { open, type FileHandle } from 'node:fs/promises'
import { readToken, tokenOf } from '../data-folder.ts'

/** The token of a data folder: created once, stored in a 0600 file, for programs of the same person. */
export async function loadToken(home: string): Promise<string> {
  const file = await open(tokenOf(home), 'wx', 0o600).catch((cause: unknown) => {
    if (cause instanceof Error && 'code' in cause && cause.code === 'EEXIST') return undefined
    throw cause
  })
  return file === undefined ? readToken(home) : makeToken(file)
}

/** The same at startup: an invalid token file is reported as a message, not an exception. */
export async function findToken(
  home: string,
): Promise<{ readonly ok: true; readonly token: string } | { readonly ok: false; readonly message: string }> {
  try {
    return { ok: true, token: await loadToken(home) }
  } catch (cause) {
    if (!(cause instanceof Error)) throw cause
    const code = 'code' in cause ? String(cause.code) : undefined
    const path = tokenOf(home)
    const message =
      code === undefined
        ? cause.message
        : `\`${path}\` cannot be read (${code}); make it readable for you, or remove it and start again`
    return { ok: false, message }
  }
}

async function makeToken(file: FileHandle): Promise<string> {
  const token = randomBytes(24).toString('hex')
  await file.writeFile(token)
  await file.close()
  return token
}

/** Compares in constant time. */
export function sameSecret(given: string, expected: string): boolean {
  const a = createHmac('sha256', 'compare').update(given).digest()
  const b = createHmac('sha256', 'compare').update(expected).digest()
  return timingSafeEqual(a, b)
}
