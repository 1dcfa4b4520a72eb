import { randomBytes } from 'node:crypto'
import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Bytes of a secret that is made here. */
const LENGTH = 32
/** Minimum length of `COUNTERSIGN_SECRET`: it is a key, not a password. */
const SHORTEST_SECRET = 16

/**
 * The key for sealing secrets: `COUNTERSIGN_SECRET` for servers that share a database but no folder, otherwise a file in the data folder
 * that only its owner can read, created on first use.
 */
export async function masterSecret(
  home: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<
  { readonly ok: true; readonly secret: Buffer } | { readonly ok: false; readonly message: string }
> {
  const given = env['COUNTERSIGN_SECRET']
  if (given !== undefined && given !== '') {
    return given.length < SHORTEST_SECRET
      ? { ok: false, message: `\`COUNTERSIGN_SECRET\` needs at least ${SHORTEST_SECRET} characters` }
      : { ok: true, secret: Buffer.from(given, 'utf8') }
  }
  const path = join(home, 'secret-key')
  const file = await open(path, 'wx', 0o600).catch((cause: unknown) => {
    if (cause instanceof Error && 'code' in cause && cause.code === 'EEXIST') return undefined
    throw cause
  })
  if (file !== undefined) {
    const secret = randomBytes(LENGTH)
    await file.writeFile(secret.toString('hex'))
    await file.sync()
    await file.close()
    return { ok: true, secret }
  }
  const text = (await readFile(path, 'utf8')).trim()
  return /^[0-9a-f]{64}$/.test(text)
    ? { ok: true, secret: Buffer.from(text, 'hex') }
    : {
        ok: false,
        message: `\`${path}\` is not a key; put the right one back, or remove it and enter your model keys again`,
      }
}
