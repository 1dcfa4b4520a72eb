import { protectedPaths } from '@countersign/policy'

/** How a protected file is judged when it changes. */
export type LaterKind =
  /** Any change counts: a hook, a start-up file, an editor's task. */
  | 'any'
  /** A configuration of git: only keys that can start a program or lead elsewhere count. */
  | 'git-config'
  /** A `.git` that is a file and names the folder of the repository. */
  | 'git-file'
  /** Names the folder that a work tree has its configuration and hooks from. */
  | 'git-commondir'

/** What a name in a folder is, by the names on the way to it. */
export interface NameFits {
  /** A protected file, or a folder of which all is protected. */
  readonly kind?: LaterKind
  /** The gate's own: its removal counts too. */
  readonly own?: true
  /** Protected only if more names follow: a link under such a name leads to a protected place. */
  readonly partial: readonly Partial[]
}

/** The first names of a protected path that were met so far. */
interface Partial {
  readonly names: readonly string[]
  readonly met: number
}

/** The policy's own list. Of git's folder it names what runs later; `git-folder.ts` knows that by itself. */
const SEQUENCES: readonly (readonly string[])[] = protectedPaths()
  .map((path) => path.toLowerCase().split('/'))
  .filter(([first]) => first !== '.git')

/** Names of the gate's own configuration. */
const OWN = '.countersign'

/**
 * Folders of packages that others published. Packages bring their authors' editor, pipeline and hook settings along, which nothing reads
 * from there; what a shell or git runs on the way through a folder counts there as well.
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

/** How a name fits the list, below folders that fit it so far. */
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

/** Many file systems take `.GIT` for `.git`, some drop dots and spaces at the end, some characters that nobody sees. */
export function compared(name: string): string {
  return name
    .replaceAll(/[\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g, '')
    .replace(/[. ]+$/, '')
    .toLowerCase()
}
