import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { open, readFile, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'

/** The token of a data folder: made once, kept in a 0600 file, for programs of the same person. */
export async function loadToken(home: string): Promise<string> {
  const path = join(home, 'token')
  const file = await open(path, 'wx', 0o600).catch((cause: unknown) => {
    if (cause instanceof Error && 'code' in cause && cause.code === 'EEXIST') return undefined
    throw cause
  })
  return file === undefined ? readToken(path) : makeToken(file)
}

async function makeToken(file: FileHandle): Promise<string> {
  const token = randomBytes(24).toString('hex')
  await file.writeFile(token)
  await file.close()
  return token
}

async function readToken(path: string): Promise<string> {
  const token = (await readFile(path, 'utf8')).trim()
  if (!/^[0-9a-f]{48}$/.test(token)) throw new Error(`\`${path}\` is not a token; remove it and start again`)
  return token
}

/** Compares in constant time. */
export function sameSecret(given: string, expected: string): boolean {
  const a = createHmac('sha256', 'compare').update(given).digest()
  const b = createHmac('sha256', 'compare').update(expected).digest()
  return timingSafeEqual(a, b)
}
