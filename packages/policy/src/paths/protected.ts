import type { Place } from '../call.ts'
import type { Guard } from '../subject.ts'
import { trimName } from './characters.ts'
import { formOf, isWithin, type PathForm } from './form.ts'
import { MANY, literalTokens } from './glob.ts'
import { literalSegment, type NameSegment } from './segment.ts'
import { fitsExactly } from './segment.ts'

/** Names in a row that are protected wherever they stand; `tree`: with all below, else as the last names of a path. */
export interface ProtectedNames {
  readonly names: readonly NameSegment[]
  readonly tree: boolean
}

/** What runs later by itself (SPEC P16, DECISIONS 14): hooks, editor tasks, pipelines, start-up files, package sources. */
const PROTECTED: readonly ProtectedNames[] = [
  ...['.git', '.husky', '.vscode', '.idea', '.ssh', '.circleci'].map((name) => tree(name)),
  tree('.github', 'workflows'),
  ...[
    '.gitmodules',
    '.gitconfig',
    '.envrc',
    '.mcp.json',
    '.bashrc',
    '.bash_profile',
    '.bash_login',
    '.bash_logout',
    '.bash_aliases',
    '.profile',
    '.zshrc',
    '.zshenv',
    '.zprofile',
    '.zlogin',
    '.zlogout',
    '.kshrc',
    'config.fish',
    '.gitlab-ci.yml',
    '.npmrc',
    'pip.conf',
    '.pypirc',
  ].map((name) => file(name)),
  { names: [{ kind: 'name', source: '.yarnrc*', tokens: [...literalTokens('.yarnrc'), MANY] }], tree: false },
  file('.cargo', 'config.toml'),
  // The older name of the same file, which cargo still reads.
  file('.cargo', 'config'),
]

/** The gate's own configuration: no allow rule opens it. */
const OWN: readonly ProtectedNames[] = [tree('.countersign'), tree('.config', 'countersign')]

function tree(...names: readonly string[]): ProtectedNames {
  return { names: names.map(literalSegment), tree: true }
}

function file(...names: readonly string[]): ProtectedNames {
  return { names: names.map(literalSegment), tree: false }
}

/**
 * Why changing this path asks in every mode: it belongs to the gate, it runs later by itself, or it lies outside the
 * workspace. `takesAlong`: the call moves what is below too.
 */
export function guardOfChange(
  form: PathForm,
  place: Place,
  options?: { readonly takesAlong: boolean },
): Guard | undefined {
  const takesAlong = options?.takesAlong === true
  if (isOwn(form, place, takesAlong)) return { because: 'own-files', path: form.path }
  if (isListed(PROTECTED, lookedAt(form, place), takesAlong)) return { because: 'protected', path: form.path }
  return guardOfRead(form, place)
}

/** Why reading this path asks in every mode. */
export function guardOfRead(form: PathForm, place: Place): Guard | undefined {
  return isWithin(form, formOf(place.workspace)) ? undefined : { because: 'outside', path: form.path }
}

function isOwn(form: PathForm, place: Place, takesAlong: boolean): boolean {
  const folders = (place.own ?? []).map(formOf)
  return (
    isListed(OWN, lookedAt(form, place), takesAlong) ||
    folders.some((folder) => isWithin(form, folder) || (takesAlong && isWithin(folder, form)))
  )
}

/** Inside the workspace the names below its root count: a project may stand in a folder called `.vscode`. */
function lookedAt(form: PathForm, place: Place): readonly string[] {
  const root = formOf(place.workspace)
  return isWithin(form, root) ? form.names.slice(root.names.length) : form.names
}

function isListed(list: readonly ProtectedNames[], names: readonly string[], takesAlong: boolean): boolean {
  return list.some((entry) => names.some((_, start) => isEntryAt(entry, names, start, takesAlong)))
}

function isEntryAt(
  entry: ProtectedNames,
  names: readonly string[],
  start: number,
  takesAlong: boolean,
): boolean {
  const here = names.slice(start, start + entry.names.length)
  const fits = here.every((name, index) => fitsTrimmed(entry.names[index], name))
  if (!fits) return false
  // `.github` itself carries its workflows along when it is moved.
  if (here.length < entry.names.length) return takesAlong
  return entry.tree || start + here.length === names.length
}

function fitsTrimmed(segment: NameSegment | undefined, name: string): boolean {
  return segment !== undefined && fitsExactly(segment, trimName(name))
}
