import type { Place } from '../model/call.ts'
import type { Guard } from '../model/subject.ts'
import { trimName } from '../text/characters.ts'
import { isWithin, placeForms, type PathForm } from './form.ts'
import { MANY, codePoints, intersects, literalTokens, matchTokens, type Token } from '../text/name-glob.ts'
import { fitsExactly, literalSegment, type NameSegment } from '../text/segment.ts'
import type { ShapeName } from './shape.ts'

/** A sequence of names that is protected anywhere in a path; `tree`: with everything below, otherwise only at the end of a path. */
export interface ProtectedNames {
  readonly names: readonly NameSegment[]
  readonly tree: boolean
  /** Only from the file system root. */
  readonly absolute?: true
}

/** Files that run automatically later (P16): hooks, editor tasks, pipelines, start-up files, package sources, settings of agents. */
export const PROTECTED: readonly ProtectedNames[] = [
  ...['.git', '.husky', '.vscode', '.idea', '.ssh', '.circleci', '.devcontainer', '.bashrc.d'].map((name) =>
    tree(name),
  ),
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
    '.pre-commit-config.yaml',
    'lefthook.yml',
    '.vimrc',
    '.exrc',
    '.sqliterc',
    '.psqlrc',
    '.tmux.conf',
    '.xprofile',
    '.pam_environment',
    '.claude.json',
  ].map((name) => file(name)),
  { names: [startingWith('.yarnrc')], tree: false },
  file('.cargo', 'config.toml'),
  // The older name of the same file, which cargo still reads.
  file('.cargo', 'config'),
  // Agents start the commands in these files: hooks, servers, commands.
  file('.claude', 'settings.json'),
  file('.claude', 'settings.local.json'),
  tree('.claude', 'commands'),
  tree('.claude', 'hooks'),
  file('.cursor', 'hooks.json'),
  file('.cursor', 'mcp.json'),
  file('.codex', 'config.toml'),
  file('.codex', 'hooks.json'),
  tree('.codex', 'rules'),
  file('.gemini', 'settings.json'),
  ...['git', 'autostart', 'systemd', 'fish', 'go', 'direnv'].map((name) => tree('.config', name)),
  file('.config', 'gh', 'config.yml'),
  tree('.config', 'glab-cli'),
  file('.condarc'),
  tree('.local', 'share', 'direnv'),
  tree('Library', 'LaunchAgents'),
  ...['cron', 'profile', 'sudoers', 'systemd'].map((start) => inEtc(start)),
  { ...tree('var', 'spool', 'cron'), absolute: true },
  { ...file('etc', 'ld.so.preload'), absolute: true },
]

/** The gate's own configuration: no allow rule opens it. */
export const OWN: readonly ProtectedNames[] = [
  tree('.countersign'),
  tree('.config', 'countersign'),
  { ...tree('etc', 'countersign'), absolute: true },
]

/**
 * The protected files as paths below a workspace, which the sandbox closes. Of `.git` only files that are executed or followed later,
 * because git itself has to write the rest.
 */
export function protectedPaths(): readonly string[] {
  return [...PROTECTED, ...OWN].flatMap(({ names, absolute }) => {
    const path = names.map(({ source }) => source.replace(/\*$/, '')).join('/')
    if (absolute === true) return []
    if (path === '.git') return ['.git/hooks', '.git/config', '.git/info/attributes']
    return path === '.yarnrc' ? [path, '.yarnrc.yml'] : [path]
  })
}

function tree(...names: readonly string[]): ProtectedNames {
  return { names: names.map(anyCase), tree: true }
}

function file(...names: readonly string[]): ProtectedNames {
  return { names: names.map(anyCase), tree: false }
}

/** Many file systems treat `.GIT` as `.git`, so names are compared in lower case. */
function anyCase(name: string): NameSegment {
  return { ...literalSegment(name), literal: name.toLowerCase() }
}

function inEtc(start: string): ProtectedNames {
  return { names: [literalSegment('etc'), startingWith(start)], tree: true, absolute: true }
}

function startingWith(start: string): NameSegment {
  return { kind: 'name', source: `${start}*`, tokens: [...literalTokens(start), MANY] }
}

/** The reach of a change beyond the path itself. */
export interface Change {
  /** Everything below is moved too. */
  readonly takesAlong: boolean
  /** Files with unknown names are created below. */
  readonly spread?: boolean
}

/** Why changing this path asks in every mode: it belongs to the gate, it runs automatically later, or it is outside the workspace. */
export function guardOfChange(form: PathForm, place: Place, change?: Change): Guard | undefined {
  const takesAlong = change?.takesAlong === true
  const spread = change?.spread === true
  if (isOwn(form, place, takesAlong)) return { because: 'own-files', path: form.path }
  if (
    isListed(PROTECTED, lookedAt(form, place), takesAlong || spread, fitsExactly) ||
    (spread && holdsHomes(form, place))
  )
    return { because: 'protected', path: form.path }
  return guardOfRead(form, place)
}

/** A home, with its start-up files, or a folder that contains homes. */
function holdsHomes(form: PathForm, place: Place): boolean {
  const [top, , more] = form.names
  return (
    isWithin(placeForms(place).home, form) ||
    (more === undefined && (top === 'home' || top === 'Users')) ||
    (top === 'root' && form.names.length === 1)
  )
}

/** Why reading this path asks in every mode. */
export function guardOfRead(form: PathForm, place: Place): Guard | undefined {
  if (isInOwnFolder(form, place)) return { because: 'own-files', path: form.path }
  return isWithin(form, placeForms(place).workspace) ? undefined : { because: 'outside', path: form.path }
}

/** As `guardOfChange`, for names that may be globs. Unknown text is not suspected: it could be anything. */
export function guardOfNames(names: readonly ShapeName[], place: Place, known: boolean): Guard | undefined {
  const path = names.map((name) => name.literal ?? '*').join('/')
  const below: Looked<ShapeName> = known ? dropRoot(names, place) : { names, whole: false }
  if (isListed(OWN, below, false, meetsName)) return { because: 'own-files', path }
  return isListed(PROTECTED, below, false, meetsName) ? { because: 'protected', path } : undefined
}

/** As `guardOfRead` for the gate's own folders, for names that may be globs. */
export function guardOfReadNames(names: readonly ShapeName[], place: Place): Guard | undefined {
  const leads = placeForms(place).own.some((folder) =>
    folder.names.every((wanted, index) => {
      const name = names[index]
      if (name === undefined) return false
      return name.literal === undefined
        ? matchTokens(name.tokens, codePoints(wanted))
        : name.literal === wanted
    }),
  )
  return leads
    ? { because: 'own-files', path: names.map((name) => name.literal ?? '*').join('/') }
    : undefined
}

function dropRoot(names: readonly ShapeName[], place: Place): Looked<ShapeName> {
  const root = placeForms(place).workspace.names
  return root.every((name, index) => names[index]?.literal === name)
    ? { names: names.slice(root.length), whole: root.length === 0 }
    : { names, whole: true }
}

function meetsName(segment: NameSegment, name: ShapeName): boolean {
  if (name.literal !== undefined) return fitsTrimmed(segment, name.literal)
  const tokens = segment.literal === undefined ? segment.tokens : literalTokens(segment.literal)
  // `.g*` aims at something; `*` and `*.conf` only match it by chance.
  const [first] = name.tokens
  if (first?.kind !== 'char' || name.hole) return false
  return intersects(name.tokens.map(inSmall), tokens, { hiddenNeedsDot: true })
}

function inSmall(token: Token): Token {
  if (token.kind !== 'char') return token
  return { kind: 'char', code: String.fromCodePoint(token.code).toLowerCase().codePointAt(0) ?? token.code }
}

function isOwn(form: PathForm, place: Place, takesAlong: boolean): boolean {
  return (
    isListed(OWN, lookedAt(form, place), takesAlong, fitsExactly) ||
    isInOwnFolder(form, place) ||
    (takesAlong && placeForms(place).own.some((folder) => isWithin(folder, form)))
  )
}

/** The folders with the gate's key, rules and records, which nobody else may read. */
function isInOwnFolder(form: PathForm, place: Place): boolean {
  return placeForms(place).own.some((folder) => isWithin(form, folder))
}

/** Inside the workspace only the names below its root matter: a project may be in a folder called `.vscode`. */
function lookedAt(form: PathForm, place: Place): Looked<string> {
  const root = placeForms(place).workspace
  return isWithin(form, root)
    ? { names: form.names.slice(root.names.length).map(compared), whole: root.names.length === 0 }
    : { names: form.names.map(compared), whole: true }
}

/** The names to compare; `whole`: from the file system root. */
interface Looked<Name> {
  readonly names: readonly Name[]
  readonly whole: boolean
}

function isListed<Name>(
  list: readonly ProtectedNames[],
  { names, whole }: Looked<Name>,
  takesAlong: boolean,
  fits: (segment: NameSegment, name: Name) => boolean,
): boolean {
  const isAt = (entry: ProtectedNames, start: number): boolean => {
    if (entry.absolute === true && (!whole || start > 0)) return false
    const first = names[start]
    // Most entries already fail at the first name.
    if (first === undefined || !fitsAt(entry.names[0], first, fits)) return false
    const here = names.slice(start, start + entry.names.length)
    if (!here.every((name, index) => fitsAt(entry.names[index], name, fits))) return false
    // Moving `.github` itself moves its workflows too.
    if (here.length < entry.names.length) return takesAlong
    return entry.tree || start + here.length === names.length
  }
  return list.some((entry) => names.some((_, start) => isAt(entry, start)))
}

function fitsAt<Name>(
  segment: NameSegment | undefined,
  name: Name,
  fits: (segment: NameSegment, name: Name) => boolean,
): boolean {
  return segment !== undefined && fits(segment, name)
}

function fitsTrimmed(segment: NameSegment, name: string): boolean {
  return fitsExactly(segment, compared(name))
}

/** A name in the spelling of the list. */
function compared(name: string): string {
  return trimName(name).toLowerCase()
}
