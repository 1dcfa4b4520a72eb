import { protectedPaths } from '@countersign/policy'

/** How changes of a protected file are judged. */
export type LaterKind =
  /** Any change matters: a hook, a start-up file, an editor's task. */
  | 'any'
  /** A git configuration: only keys that can start a program or lead elsewhere matter. */
  | 'git-config'
  /** A `.git` that is a file and names the folder of the repository. */
  | 'git-file'
  /** Names the folder with the configuration and hooks of a work tree. */
  | 'git-commondir'

/** The meaning of a name in a folder, depending on the names above it. */
export interface NameFits {
  /** A protected file, or a completely protected folder. */
  readonly kind?: LaterKind
  /** Belongs to the gate: its removal matters too. */
  readonly own?: true
  /** Protected only if more names follow: a link with such a name leads to a protected place. */
  readonly partial: readonly Partial[]
}

/** The first names of a protected path that matched so far. */
interface Partial {
  readonly names: readonly string[]
  readonly met: number
}

/** The policy's own list. It includes the files of git's folder that run later, which this folder handles separately. */
const SEQUENCES: readonly (readonly string[])[] = protectedPaths()
  .map((path) => path.toLowerCase().split('/'))
  .filter(([first]) => first !== '.git')

/** Names of the gate's own configuration. */
const OWN = '.countersign'

/**
 * Folders of published packages. Packages contain their authors' editor, pipeline and hook settings, which nothing reads from there; files
 * that a shell or git runs when passing through a folder matter there too.
 */
const PACKAGES = new Set([
  'node_modules',
  'bower_components',
  'site-packages',
  'vendor',
  '.pnpm-store',
  'pods',
])
const IN_PACKAGES = new Set(['.envrc', OWN])

export function isPackageFolder(name: string): boolean {
  return PACKAGES.has(compared(name))
}

/** How a name matches the list, below folders that match so far. */
export function fitName(
  name: string,
  above: readonly Partial[],
  { inPackages }: { readonly inPackages: boolean },
): NameFits {
  const low = compared(name)
  const partial: Partial[] = []
  let whole = false
  for (const one of [...above, ...starts(low)]) {
    if (one.names[one.met] !== low) continue
    if (one.met + 1 === one.names.length) whole = true
    else partial.push({ names: one.names, met: one.met + 1 })
  }
  if (!whole || (inPackages && !IN_PACKAGES.has(low))) return { partial: inPackages ? [] : partial }
  if (low === OWN) return { kind: 'any', own: true, partial }
  return { kind: low === '.gitmodules' ? 'git-config' : 'any', partial }
}

const BY_FIRST = Map.groupBy(SEQUENCES, ([first = '']) => first)

function starts(low: string): readonly Partial[] {
  return (BY_FIRST.get(low) ?? []).map((names) => ({ names, met: 0 }))
}

/** Many file systems treat `.GIT` as `.git`; some drop trailing dots and spaces, some invisible characters. */
export function compared(name: string): string {
  return name
    .replaceAll(/[\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g, '')
    .replace(/[. ]+$/, '')
    .toLowerCase()
}
