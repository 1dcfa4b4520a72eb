import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { Page } from '@playwright/test'
import { build } from 'vite'

const ROOT = join(import.meta.dirname, '../..')
const FOLDER = join(ROOT, 'node_modules/.cache/countersign/stub')

/** Builds the page with one more line in its list of features: the stub. Returns the folder. */
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
          const added = code.replace(/\n\]\s*$/, '\n  stub,\n]\n')
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
}

/**
 * Replaces the server's scripts and styles with those of that page. The page itself comes from the server, because a browser lets no other
 * origin talk to a server on loopback.
 */
export async function serveStub(page: Page, folder: string): Promise<void> {
  const [served, ours] = await Promise.all([entries(join(ROOT, 'apps/web/dist')), entries(folder)])
  await page.route('**/assets/**', async (route) => {
    const { pathname } = new URL(route.request().url())
    if (pathname === served.script)
      return route.fulfill({ contentType: TYPES['.js'] ?? '', body: `import '${ours.script}'` })
    const name = pathname === served.style ? ours.style : pathname
    const body = await readFile(join(folder, name)).catch(() => undefined)
    if (body === undefined) return route.fallback()
    return route.fulfill({ contentType: TYPES[extname(name)] ?? 'application/octet-stream', body })
  })
}

/** The files that a page loads first. */
async function entries(folder: string): Promise<{ readonly script: string; readonly style: string }> {
  const html = await readFile(join(folder, 'index.html'), 'utf8')
  const named = (pattern: RegExp): string => pattern.exec(html)?.[1] ?? ''
  return { script: named(/src="(\/assets\/[^"]+\.js)"/), style: named(/rel="stylesheet"[^>]*href="([^"]+)"/) }
}
