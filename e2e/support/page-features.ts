import { join } from 'node:path'
import { createServer } from 'vite'

const WEB = join(import.meta.dirname, '../../apps/web')

interface Declared {
  readonly name: string
  readonly routes?: readonly { readonly path: string }[]
  readonly settings?: readonly { readonly id: string }[]
}

/**
 * The paths of all pages and settings sections, as `apps/web/src/features.ts` declares them. `known` are values for parameters such as
 * `:thread`; pages with other parameters need data that only their own tests can make.
 */
export async function pathsOfFeatures(known: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const paths = (await declared()).flatMap(({ routes = [], settings = [] }) => [
    ...routes.map(({ path }) => path.replaceAll(/:(\w+)/g, (whole, name: string) => known[name] ?? whole)),
    ...settings.map(({ id }) => `/settings/${id}`),
  ])
  return paths.filter((path) => !path.includes(':'))
}

/** The list is code with JSX, so Vite reads it as it reads the page. Nothing is drawn. */
async function declared(): Promise<readonly Declared[]> {
  const vite = await createServer({
    root: WEB,
    configFile: join(WEB, 'vite.config.ts'),
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
    appType: 'custom',
    logLevel: 'error',
  })
  try {
    const { FEATURES } = (await vite.ssrLoadModule('/src/features.ts')) as { FEATURES: readonly Declared[] } // what it exports
    return FEATURES
  } finally {
    await vite.close()
  }
}
