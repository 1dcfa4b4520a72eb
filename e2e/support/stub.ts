import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { Page } from '@playwright/test'
import { build } from 'vite'

const ROOT = join(import.meta.dirname, '../..')
const FOLDER = join(ROOT, 'node_modules/.cache/countersign/stub')

/** Builds the page with one line more in its list of features: the stub. Returns the folder. */
export async function buildWithStub(): Promise<string> {
  await build({
    root: join(ROOT, 'apps/web'),
    mode: 'stub',
    logLevel: 'error',
    build: { outDir: FOLDER, emptyOutDir: true },
    plugins: [
      {
        name: 'one-line-more',
        enforce: 'pre',
        transform(code, id) {
          if (!id.endsWith('/apps/web/src/features.ts')) return null
          const line = "import { stub } from './testing/stub/feature.tsx'\n"
          const added = code.replace(/\n\]\)\s*$/, '\n  stub,\n])\n')
          if (added === code) throw new Error('the list of features ends in another way')
          return line + added
        },
      },
    ],
  })
  return FOLDER
}

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
}

/** Puts the files of that page in the place of the server's; all else is the server's own. */
export async function serveStub(page: Page, folder: string, origin: string): Promise<void> {
  await page.route(`${origin}/**`, async (route) => {
    const { pathname } = new URL(route.request().url())
    if (pathname.startsWith('/api/')) return route.fallback()
    if (route.request().isNavigationRequest())
      return route.fulfill({ contentType: 'text/html', body: await readFile(join(folder, 'index.html')) })
    if (!pathname.startsWith('/assets/')) return route.fallback()
    const contentType = TYPES[extname(pathname)] ?? 'application/octet-stream'
    return route.fulfill({ contentType, body: await readFile(join(folder, pathname)) })
  })
}
