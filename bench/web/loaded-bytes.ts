import type { Page } from 'playwright-core'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

const DIST = join(import.meta.dirname, '../../apps/web/dist')

/** Bytes of script on the wire that the page fetched while `look` ran. */
export async function loadedBytes(page: Page, look: () => Promise<void>): Promise<number> {
  const files = new Set<string>()
  page.on('request', (request) => files.add(new URL(request.url()).pathname))
  await look()
  let bytes = 0
  for (const file of files) {
    if (file.endsWith('.js')) bytes += gzipSync(await readFile(join(DIST, file))).length
  }
  return bytes
}
