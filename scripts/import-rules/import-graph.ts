import { existsSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { dirname, join, normalize } from 'node:path'
import { parseSync } from 'oxc-parser'
import { globSync } from 'tinyglobby'
import { importsOf } from './imports-of.ts'
import { readWorkspaces, type Workspaces } from './workspaces.ts'

/** One import of one file, resolved. */
export interface ImportEdge {
  readonly from: string
  readonly line: number
  readonly specifier: string
  /** A path from the root, `npm:name`, `node:name`, or `unresolved`. */
  readonly to: string
  readonly typeOnly: boolean
}

const SOURCES = [
  '{packages,apps}/*/{src,e2e}/**/*.{ts,tsx}',
  'scripts/**/*.{ts,mjs}',
  'bench/**/*.{ts,mjs}',
  'e2e/**/*.ts',
]

/** Reads every source file of the clone at `root` and resolves its imports. */
export function readImportGraph(root: string): ImportEdge[] {
  const workspaces = readWorkspaces(root)
  const ignore = ['**/node_modules/**', '**/dist/**', 'bench/compare/**']
  const files = globSync(SOURCES, { cwd: root, ignore }).sort()
  return files.flatMap((file) => readFile(root, file, workspaces))
}

function readFile(root: string, file: string, workspaces: Workspaces): ImportEdge[] {
  const source = readFileSync(join(root, file), 'utf8')
  const parsed = parseSync(file, source)
  const [error] = parsed.errors
  if (error) throw new Error(`${file} cannot be parsed: ${error.message}`)
  return importsOf(parsed.module, source).map(({ specifier, offset, typeOnly }) => ({
    from: file,
    line: source.slice(0, offset).split('\n').length,
    specifier,
    to: resolve(root, file, specifier, workspaces),
    typeOnly,
  }))
}

function resolve(root: string, file: string, specifier: string, workspaces: Workspaces): string {
  if (specifier.startsWith('.')) return resolveRelative(root, file, specifier)
  if (isBuiltin(specifier)) return specifier.startsWith('node:') ? specifier : `node:${specifier}`
  const entry = workspaces.entries.get(specifier)
  if (entry !== undefined) return entry
  const name = packageName(specifier)
  // A path into a workspace package that its `exports` does not list.
  return workspaces.names.has(name) ? 'unresolved' : `npm:${name}`
}

function resolveRelative(root: string, file: string, specifier: string): string {
  const [path = ''] = specifier.split('?') // bundlers treat `?url` and the like as options
  const target = normalize(join(dirname(file), path))
  const candidates = [target, target.replace(/\.js$/, '.ts'), `${target}.ts`, `${target}.tsx`]
  return candidates.find((candidate) => existsSync(join(root, candidate))) ?? 'unresolved'
}

function packageName(specifier: string): string {
  const parts = specifier.split('/')
  return parts.slice(0, specifier.startsWith('@') ? 2 : 1).join('/')
}
