import { withQueries } from './queries.ts'
import type { ProgramSpec } from './spec.ts'
import { PRECISE_TABLES, TABLES } from './tables.ts'

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

const whole = new Map<ProgramSpec, ProgramSpec>()

/** A command asks for few programs: an entry gets its queries when it is first wanted. */
function completed(spec: ProgramSpec): ProgramSpec {
  const known = whole.get(spec)
  if (known !== undefined) return known
  const made = withQueries(spec)
  whole.set(spec, made)
  return made
}

let precise: ReadonlySet<string> | undefined

export function isPrecise({ names }: ProgramSpec): boolean {
  const known = (precise ??= new Set(PRECISE_TABLES.flat().flatMap((table) => table.names)))
  return names.some((name) => known.has(name))
}
