/** The fields of a lock file entry that are used here. */
export interface LockEntry {
  readonly version?: string
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly optional?: boolean
  readonly dev?: boolean
  readonly os?: readonly string[]
  readonly cpu?: readonly string[]
  readonly libc?: readonly string[]
}

/** The `packages` of a lock file, by path. */
export type LockPackages = Readonly<Record<string, LockEntry>>

/**
 * The entries that a lock file lacks: packages for other platforms than the one where it was written, if the registry there did not have
 * them. `npm ci` rejects a lock file without them, on every platform.
 */
export function missingEntries(packages: LockPackages): Record<string, LockEntry> {
  const missing: Record<string, LockEntry> = {}
  for (const [path, entry] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      if (isExact(version) && !resolves(packages, path, name)) {
        const home = homeOf(packages, path, name, version)
        missing[home] = { version, ...(entry.dev ? { dev: true } : {}), optional: true, ...platformOf(name) }
      }
    }
  }
  return missing
}

function isExact(version: string): boolean {
  return /^\d+\.\d+\.\d+/.test(version)
}

// Node's resolution: next to the package, then in every `node_modules` further up.
function resolves(packages: LockPackages, path: string, name: string): boolean {
  return candidates(path, name).some((candidate) => Object.hasOwn(packages, candidate))
}

function candidates(path: string, name: string): string[] {
  const parts = path.split('/node_modules/')
  const nested = parts.map(
    (_, index) => `${parts.slice(0, index + 1).join('/node_modules/')}/node_modules/${name}`,
  )
  return [...nested.reverse(), `node_modules/${name}`]
}

// At the top level, unless another version is there.
function homeOf(packages: LockPackages, path: string, name: string, version: string): string {
  const top = `node_modules/${name}`
  const wanted = Object.values(packages).map((entry) => entry.optionalDependencies?.[name])
  return wanted.every((other) => other === undefined || other === version)
    ? top
    : `${path}/node_modules/${name}`
}

const SYSTEMS = wordsOf('aix android darwin freebsd linux netbsd openbsd openharmony sunos win32')
const PROCESSORS = wordsOf('arm arm64 ia32 loong64 mips64el ppc64 riscv64 s390x wasm32 x64')

/** The platform of a package, derived from its name: `@oxfmt/binding-linux-arm64-musl`. */
export function platformOf(name: string): Pick<LockEntry, 'os' | 'cpu' | 'libc'> {
  const words = name.split(/[-/]/)
  const os = words.filter((word) => SYSTEMS.has(word))
  const cpu = words.filter((word) => PROCESSORS.has(word))
  const libc = words.flatMap((word) => {
    if (!os.includes('linux')) return []
    return word.startsWith('musl') ? ['musl'] : word.startsWith('gnu') ? ['glibc'] : []
  })
  return {
    ...(os.length > 0 ? { os } : {}),
    ...(cpu.length > 0 ? { cpu } : {}),
    ...(libc.length > 0 ? { libc } : {}),
  }
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.split(' '))
}
