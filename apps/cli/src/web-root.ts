import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The built web app: in the package if this command was installed as one, otherwise next to it in the clone. */
export function webRoot(): string {
  const packed = fileURLToPath(new URL('../web/', import.meta.url))
  return existsSync(packed) ? packed : fileURLToPath(new URL('../../web/dist/', import.meta.url))
}
