import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { z } from 'zod'

/** A secret at rest, AES-256-GCM. Texts are base64. */
export const Sealed = z.object({
  v: z.literal(1),
  iv: z.string().max(100),
  tag: z.string().max(100),
  data: z.string(),
})
export type Sealed = z.infer<typeof Sealed>

/** Seals and opens secrets. `name` is bound to the sealed value: one secret cannot replace another. */
export interface SecretBox {
  seal(name: string, secret: string): Sealed
  /** Undefined: it is not a secret of that name, or it was encrypted with another key. */
  open(name: string, sealed: unknown): string | undefined
}

/** Bytes of the key, and of the initialisation vector, which is unique for each secret. */
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
    // A wrong key, another name or changed bytes: the cipher does not say which, and nobody needs to know.
    return undefined
  }
}
