import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { globSync } from 'tinyglobby'

/** The packages of this clone: their names, and the source file behind every specifier they export. */
export interface Workspaces {
  readonly names: ReadonlySet<string>
  readonly entries: ReadonlyMap<string, string>
}

const CONDITION = 'countersign-source'

/** Reads the `exports` of every workspace package under `root`. */
export function readWorkspaces(root: string): Workspaces {
  const names = new Set<string>()
  const entries = new Map<string, string>()
  for (const file of globSync('{packages,apps}/*/package.json', { cwd: root })) {
    const manifest: unknown = JSON.parse(readFileSync(join(root, file), 'utf8'))
    if (!isRecord(manifest) || typeof manifest['name'] !== 'string') continue
    names.add(manifest['name'])
    for (const [door, target] of doorsOf(manifest['exports'])) {
      entries.set(join(manifest['name'], door), join(dirname(file), target))
    }
  }
  return { names, entries }
}

function doorsOf(exports: unknown): [string, string][] {
  if (!isRecord(exports)) return []
  return Object.entries(exports).flatMap(([door, target]): [string, string][] => {
    if (typeof target === 'string') return [[door, target]]
    const source = isRecord(target) ? target[CONDITION] : undefined
    return typeof source === 'string' ? [[door, source]] : []
  })
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
