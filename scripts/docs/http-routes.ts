import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { globSync } from 'tinyglobby'
import { root } from '../lib/root.mjs'

/** A route of the server, as its source declares it. */
export interface HttpRoute {
  readonly method: string
  readonly path: string
  /** What a caller needs; undefined: it is open to everyone. */
  readonly right: string | undefined
  /** Names of the schemas that its body is parsed by. */
  readonly body: readonly string[]
}

/** Every route that the sources of the server's HTTP side declare, by path. */
export function httpRoutes(): readonly HttpRoute[] {
  const files = globSync('apps/server/src/**/*.ts', { cwd: root, ignore: ['**/*.test.ts'] })
  const sources = files.map((file) => ({ file, source: readFileSync(join(root, file), 'utf8') }))
  const names = new Map(
    sources.flatMap(({ source }) =>
      [...source.matchAll(/^export const ([A-Z_]+) = '(\/[^']*)'$/gm)].map(
        ([, name = '', path = '']) => [name, path] as const,
      ),
    ),
  )
  const routes = sources
    .filter(({ file }) => file.startsWith('apps/server/src/http/'))
    .flatMap(({ source }) => routesOf(source, names))
  return routes.toSorted((a, b) => a.path.localeCompare(b.path) || a.method.localeCompare(b.method))
}

const ROUTE =
  /\bapp\.(get|post|put|patch|delete)\(\s*(?:'([^']+)'|([A-Z_]+)),([^=]*?)(?:=>|run\(|async|view\)|page\))/gs

/** The routes that one source declares; `names` are the constants that stand for a path. */
function routesOf(source: string, names: ReadonlyMap<string, string>): readonly HttpRoute[] {
  const found = [...source.matchAll(ROUTE)]
  return found.map((match, index) => {
    const [, method = '', written, name = '', options = ''] = match
    const path = written ?? names.get(name) ?? name
    const text = source.slice(match.index, found[index + 1]?.index ?? source.length)
    return {
      method: method.toUpperCase(),
      path,
      right: /guards\.(\w+)/.exec(options)?.[1],
      body: [...text.matchAll(/\b([A-Z]\w+)\.safeParse\((?:request\.body|given)/g)].map(
        ([, name = '']) => name,
      ),
    }
  })
}
