import { join } from 'node:path'
import { build } from 'vite'

const ROOT = join(import.meta.dirname, '../..')
const FOLDER = join(ROOT, 'node_modules/.cache/countersign/gallery')

/** Builds the web app with its gallery, which the product's build leaves out. Returns the folder. */
export async function buildGallery(): Promise<string> {
  await build({
    root: join(ROOT, 'apps/web'),
    mode: 'gallery',
    logLevel: 'error',
    build: { outDir: FOLDER, emptyOutDir: true },
  })
  return FOLDER
}
