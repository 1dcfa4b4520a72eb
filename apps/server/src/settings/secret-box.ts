import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

/** A secret at rest, AES-256-GCM. Texts are base64. */
const Sealed = z.object({
  v: z.literal(1),
  iv: z.string().max(100),
  tag: z.string().max(100),
  data: z.string().max(20_000),
})
export type Sealed = z.infer<typeof Sealed>

/** Seals and opens secrets. `name` is bound to what is sealed: one secret cannot be put in the place of another. */
export interface SecretBox {
  seal(name: string, secret: string): Sealed
  /** Undefined: this is no secret of that name, or it was sealed with another key. */
  open(name: string, sealed: unknown): string | undefined
}

/** Bytes of the key, and of the vector that no two secrets share. */
const KEY_LENGTH = 32
const IV_LENGTH = 12
const TAG_LENGTH = 16

export function secretBox(master: Buffer): SecretBox {
  const key = Buffer.from(
    hkdfSync('sha256', master, Buffer.alloc(0), 'countersign settings secrets', KEY_LENGTH),
  )
  return {
    seal(name, secret) {
      const iv = randomBytes(IV_LENGTH)
      const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_LENGTH })
      cipher.setAAD(Buffer.from(name, 'utf8'))
      const data = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return {
        v: 1,
        iv: iv.toString('base64'),
        tag: cipher.getAuthTag().toString('base64'),
        data: data.toString('base64'),
      }
    },
    open(name, sealed) {
      const parsed = Sealed.safeParse(sealed)
      return parsed.success ? unseal(key, name, parsed.data) : undefined
    },
  }
}

function unseal(key: Buffer, name: string, sealed: Sealed): string | undefined {
  try {
    const iv = Buffer.from(sealed.iv, 'base64')
    const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_LENGTH })
    decipher.setAAD(Buffer.from(name, 'utf8'))
    decipher.setAuthTag(Buffer.from(sealed.tag, 'base64'))
    return decipher.update(sealed.data, 'base64', 'utf8') + decipher.final('utf8')
  } catch {
    // Wrong key, another name or changed bytes: the cipher says no more than that, and nobody needs to know more.
    return undefined
  }
}

/** Shortest `COUNTERSIGN_SECRET`: it is a key, not a password. */
const SHORTEST_SECRET = 16

/**
 * What the keys are sealed with: `COUNTERSIGN_SECRET` for servers that share a database but no folder, else a file beside the data
 * that only its owner can read, made on first use.
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
    const secret = randomBytes(KEY_LENGTH)
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
        message: `\`${path}\` is not a key; put the right one back, or remove it and enter the keys of your models again`,
      }
}
