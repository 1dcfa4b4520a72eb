import { withQueries } from './queries.ts'
import type { ProgramSpec, Table } from './spec.ts'
import { COMMON, PRECISE_TABLES, TABLES } from './tables.ts'

/** Table entries created so far, by exact names and by prefixes. */
const exact = new Map<string, ProgramSpec>()
const beginnings: { readonly start: string; readonly spec: ProgramSpec }[] = []
const precise = new Set<string>()
const made = new Set<Table>()

/** The table's entry for a program by its base name. */
export function findProgram(name: string): ProgramSpec | undefined {
  const spec = findExact(name) ?? beginnings.find(({ start }) => name.startsWith(start))?.spec
  return spec === undefined ? undefined : completed(spec, name)
}

/** A name is in only one table: once it is found, the others need not be created. */
function findExact(name: string): ProgramSpec | undefined {
  const known = exact.get(name)
  if (known !== undefined || made.size === TABLES.length) return known
  const likely = tableOf(name)
  if (likely !== undefined) make(likely)
  if (exact.has(name)) return exact.get(name)
  for (const table of TABLES) make(table)
  return exact.get(name)
}

function make(table: Table): void {
  if (made.has(table)) return
  const specs = table()
  made.add(table)
  const isPreciseTable = PRECISE_TABLES.includes(table)
  for (const spec of specs) {
    for (const name of spec.names) {
      if (name.endsWith('*')) beginnings.push({ start: name.slice(0, -1), spec })
      else exact.set(name, spec)
      if (isPreciseTable) precise.add(name)
    }
  }
}

let common: ReadonlyMap<string, Table> | undefined

function tableOf(name: string): Table | undefined {
  common ??= new Map(COMMON.flatMap(([names, table]) => names.split(' ').map((each) => [each, table])))
  return common.get(name)
}

const whole = new Map<string, ProgramSpec>()

/** A command needs few programs: an entry gets a program's queries on first use. */
function completed(spec: ProgramSpec, name: string): ProgramSpec {
  const known = whole.get(name)
  if (known !== undefined) return known
  const complete = withQueries(spec, name)
  // Names that only match a prefix are unbounded, so only exact names are cached.
  if (exact.has(name)) whole.set(name, complete)
  return complete
}

/** A real git command, not an alias. */
export function isGitCommand(name: string): boolean {
  return Object.keys(findProgram('git')?.subcommands ?? {}).some((names) => names.split(' ').includes(name))
}

export function isPrecise({ names }: ProgramSpec): boolean {
  return names.some((name) => precise.has(name))
}
