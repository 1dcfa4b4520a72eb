import { fileURLToPath } from 'node:url'

/** The built web app, beside the command. */
export function webRoot(): string {
  return fileURLToPath(new URL('../../web/dist/', import.meta.url))
}
