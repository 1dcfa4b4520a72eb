import { PACKAGES } from './packages.ts'
import { DATABASES } from './databases.ts'
import { DEV_CONTAINERS } from './dev-containers.ts'
import { DEV_BUILD } from './dev-build.ts'
import { DEV_PYTHON } from './dev-python.ts'
import { DEV_NODE } from './dev-node.ts'
import { INTERPRETERS } from './interpreters.ts'
import { PARALLEL } from './parallel.ts'
import { WINDOWS_SHELLS } from './powershell.ts'
import { NETWORK } from './network.ts'
import { SHELLS } from './shells.ts'
import { CARRIER_TABLE } from './carriers.ts'
import { FIND } from './find.ts'
import { AWK } from './awk.ts'
import { SED } from './sed.ts'
import { BUILTINS } from './builtins.ts'
import { FILES_TOOLS } from './files-tools.ts'
import { GH } from './gh.ts'
import { GIT } from './git.ts'
import { withQueries } from './queries.ts'
import type { ProgramSpec } from './spec.ts'
import { STARTERS } from './starters.ts'
import { SYSTEM } from './system.ts'
import { TEXT_TOOLS } from './text-tools.ts'

/**
 * All tables. A new table file is added here and nowhere else. A name stands in exactly one table; `registry.test.ts`
 * says when it does not.
 */
export const TABLES: readonly (readonly ProgramSpec[])[] = [
  TEXT_TOOLS,
  FILES_TOOLS,
  GIT,
  GH,
  BUILTINS,
  SYSTEM,
  PACKAGES,
  DATABASES,
  DEV_CONTAINERS,
  DEV_BUILD,
  DEV_PYTHON,
  DEV_NODE,
  INTERPRETERS,
  PARALLEL,
  WINDOWS_SHELLS,
  NETWORK,
  SHELLS,
  CARRIER_TABLE,
  FIND,
  AWK,
  SED,
  STARTERS,
]

const exact = new Map<string, ProgramSpec>()
const beginnings: { readonly start: string; readonly spec: ProgramSpec }[] = []
for (const spec of TABLES.flat()) {
  for (const name of spec.names) {
    if (name.endsWith('*')) beginnings.push({ start: name.slice(0, -1), spec })
    else exact.set(name, spec)
  }
}

/** The table's entry for a program by its base name. */
export function findProgram(name: string): ProgramSpec | undefined {
  const spec = exact.get(name) ?? beginnings.find(({ start }) => name.startsWith(start))?.spec
  return spec === undefined ? undefined : completed(spec)
}

const whole = new WeakMap<ProgramSpec, ProgramSpec>()

/** A command asks for few programs: an entry gets its queries when it is first wanted. */
function completed(spec: ProgramSpec): ProgramSpec {
  const known = whole.get(spec)
  if (known !== undefined) return known
  const made = withQueries(spec)
  whole.set(spec, made)
  return made
}

/** Tables that say of every word what it is, and words that are no files: what recorded history names, what is printed. */
const precise: ReadonlySet<string> = new Set(
  [TEXT_TOOLS, FILES_TOOLS, GIT, BUILTINS, FIND, AWK, SED, SYSTEM, SHELLS, WINDOWS_SHELLS, PARALLEL]
    .flat()
    .flatMap(({ names }) => names),
)

export function isPrecise({ names }: ProgramSpec): boolean {
  return names.some((name) => precise.has(name))
}
