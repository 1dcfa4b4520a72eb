import type { Place } from './call.ts'
import type { Trait } from './shell/part.ts'
import type { BuiltinName, BuiltinTag } from './subject.ts'

/** The built-ins of the shipped layer: named ask rules that a person can switch off or give exceptions to (SPEC P17). */
export const BUILTIN_NAMES: readonly BuiltinName[] = [
  '@secrets',
  '@pipe-to-shell',
  '@send-files',
  '@publish',
  '@install-from-address',
]

export function isBuiltinName(text: string): text is BuiltinName {
  return BUILTIN_NAMES.some((name) => name === text)
}

/** What a trait of a program is a case of; a download alone is none. */
const OF_TRAIT: Readonly<Record<Trait, BuiltinName | undefined>> = {
  'send-files': '@send-files',
  publish: '@publish',
  'install-from-address': '@install-from-address',
  'runs-download': '@pipe-to-shell',
  download: undefined,
}

/** Built-ins that a command is a case of, by its traits. */
export function builtinsOfTraits(traits: readonly Trait[], target: string): readonly BuiltinTag[] {
  if (traits.length === 0) return NONE
  return traits.flatMap((trait) => {
    const name = OF_TRAIT[trait]
    return name === undefined ? [] : [{ name, target }]
  })
}

const NONE: readonly BuiltinTag[] = []

/** `@secrets` when the path is a well-known secret. */
export function builtinsOfPath(path: string, place: Place): readonly BuiltinTag[] {
  return isSecret(path, place) ? [{ name: '@secrets', target: path }] : NONE
}

/** Files with secrets by custom: environment files, keys, credentials of clouds, registries and tools. */
export function isSecret(path: string, { home }: Place): boolean {
  const names = path.split('/').filter((name) => name !== '')
  const last = names.at(-1)
  if (last === undefined) return false
  if (SYSTEM_SECRETS.has(path)) return true
  return isSecretName(last) || isSecretPlace(path, home) || names.some((name) => SECRET_FOLDERS.has(name))
}

export const SYSTEM_SECRETS: ReadonlySet<string> = new Set([
  '/etc/shadow',
  '/etc/gshadow',
  '/etc/master.passwd',
])

/**
 * `@secrets` when a pattern for file names (`.en*`, `~/.s?h/id*`) could find a well-known secret. Patterns that say
 * next to nothing (`*`, `src/*.ts`) are not meant for one.
 */
export function builtinsOfPattern(path: string): readonly BuiltinTag[] {
  const names = path.split('/').filter((name) => name !== '')
  const hit = names.some((name, index) => {
    const known = index === names.length - 1 ? [...TYPICAL_NAMES, ...SECRET_FOLDERS] : [...SECRET_FOLDERS]
    return isTelling(name) && known.some((secret) => fitsGlob(name, secret))
  })
  return hit ? [{ name: '@secrets', target: path }] : []
}

const TYPICAL_NAMES: readonly string[] = ['.env', '.env.local', '.netrc', '.pgpass', 'id_rsa', 'id_ed25519']

/** Begins with a dot, or with two letters: `.*`, `id*`. */
function isTelling(name: string): boolean {
  return /[*?[]/.test(name) && /^(?:\.|\w\w)/.test(name)
}

function fitsGlob(glob: string, name: string): boolean {
  const source = glob.replaceAll(/\[[^\]]*\]|[*?]|[\s\S]/g, (part) => {
    if (part === '*') return '.*'
    return part === '?' || part.length > 1 ? '.' : part.replace(/[$()+.[\\\]^{|}/-]/, '\\$&')
  })
  return new RegExp(`^${source}$`, 's').test(name)
}

/** Folders that hold secrets wherever they are. */
export const SECRET_FOLDERS: ReadonlySet<string> = new Set([
  '.ssh',
  '.aws',
  '.gnupg',
  '.azure',
  '.password-store',
])

/** Below the home: a file, or a folder and all in it. */
export const HOME_SECRETS: readonly string[] = [
  '.config/gcloud',
  '.config/gh/hosts.yml',
  '.config/hub',
  '.config/op',
  '.config/rclone',
  '.kube/config',
  '.docker/config.json',
  '.npmrc',
  '.yarnrc.yml',
  '.netrc',
  '.pgpass',
  '.my.cnf',
  '.pypirc',
  '.gem/credentials',
  '.cargo/credentials',
  '.cargo/credentials.toml',
  '.terraform.d/credentials.tfrc.json',
  '.vault-token',
  '.git-credentials',
  '.bash_history',
  '.zsh_history',
  '.local/share/keyrings',
  'Library/Keychains',
]

/** Names that are secrets in any folder. */
export const SECRET_NAMES: ReadonlySet<string> = new Set([
  '.netrc',
  '.pgpass',
  '.git-credentials',
  '.htpasswd',
  '.vault-token',
  'credentials.json',
  'service-account.json',
  'secrets.json',
  'secrets.yml',
  'secrets.yaml',
  'secrets.toml',
  'master.key',
])

export const SECRET_ENDINGS: readonly string[] = [
  '.pem',
  '.key',
  '.p12',
  '.pfx',
  '.keystore',
  '.jks',
  '.kdbx',
  '.ppk',
  '.asc.key',
  '.tfstate',
]

/** Beginnings of private keys; the public half ends in `.pub`. */
export const KEY_NAMES: readonly string[] = ['id_rsa', 'id_dsa', 'id_ecdsa', 'id_ed25519']

/** Environment files that are made to be shared. */
export const SHARED_ENV: readonly string[] = ['.example', '.sample', '.template', '.dist', '.defaults']

function isSecretName(name: string): boolean {
  if (name.endsWith('.pub')) return false
  if (name === '.envrc' || name === '.env' || name.startsWith('.env.') || name.startsWith('.env-')) {
    return !SHARED_ENV.some((ending) => name.endsWith(ending))
  }
  return (
    SECRET_NAMES.has(name) ||
    SECRET_ENDINGS.some((ending) => name.endsWith(ending)) ||
    KEY_NAMES.some((key) => name.startsWith(key))
  )
}

function isSecretPlace(path: string, home: string): boolean {
  if (!path.startsWith(`${home}/`)) return false
  const inHome = path.slice(home.length + 1)
  return HOME_SECRETS.some((secret) => inHome === secret || inHome.startsWith(`${secret}/`))
}
