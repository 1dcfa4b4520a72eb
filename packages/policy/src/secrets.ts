import type { Place } from './model/call.ts'
import { lazy } from './lazy.ts'
import { codePoints, matchTokens, type Token } from './text/name-glob.ts'
import type { ShapeName } from './paths/shape.ts'

/** Files that conventionally contain secrets: environment files, keys, credentials of clouds, registries and tools. */
export function isSecret(path: string, { home, own }: Pick<Place, 'home' | 'own'>): boolean {
  if (own?.some((folder) => `${path}/`.startsWith(`${folder}/`)) === true) return true
  // Many file systems treat `.ENV` as `.env`.
  const names = path.split('/').filter((name) => name !== '')
  const last = names.at(-1)
  if (last === undefined) return false
  const lower = last.toLowerCase()
  if (isSecretName(last) || (lower !== last && isSecretName(lower))) return true
  if (names.some((name) => SECRET_FOLDERS.has(name))) return true
  return isPlaced(names, home)
}

/**
 * Whether a path with globs or unknown names (`.en*`, `~/.config/gh/*`) could lead to a secret. Very unspecific names (`*`, `src/*.ts`) are
 * not aimed at one, except where secrets have their place.
 */
export function mayBeSecret(names: readonly ShapeName[], { home }: Pick<Place, 'home'>): boolean {
  const last = names.at(-1)
  if (last === undefined) return false
  if (names.some((name) => isSecretFolder(name))) return true
  return isSecretGlob(last) || isPlaced(names, home)
}

/** A folder outside the workspace with secrets somewhere below: reading all of it reads them too. */
export function holdsSecrets(path: string, { home, workspace, own }: Place): boolean {
  if (`${path}/`.startsWith(`${workspace}/`)) return false
  if (/^\/(?:home|root|Users|etc|run|var|proc)?$/.test(path) || /^\/(?:home|Users)\/[^/]+$/.test(path))
    return true
  if (path === home || own?.some((folder) => folder.startsWith(`${path}/`)) === true) return true
  const below = belowHome(
    path.split('/').filter((name) => name !== ''),
    home,
  )
  return below !== undefined && HOME_SECRETS.some((secret) => secret.startsWith(`${below.join('/')}/`))
}

/** Folders that contain secrets wherever they are. */
export const SECRET_FOLDERS: ReadonlySet<string> = new Set([
  '.ssh',
  '.aws',
  '.gnupg',
  '.azure',
  '.password-store',
])

/** Below a home: a file, or a folder with all its content. */
export const HOME_SECRETS: readonly string[] = [
  '.config/gcloud',
  '.config/gh/hosts.yml',
  '.config/glab-cli',
  '.config/hub',
  '.config/op',
  '.config/rclone',
  '.config/git/credentials',
  '.config/github-copilot',
  '.config/google-chrome',
  '.config/chromium',
  '.config/BraveSoftware',
  '.config/composer/auth.json',
  '.config/configstore',
  '.config/doctl',
  '.config/netlify',
  '.config/sops',
  '.config/age',
  '.config/heroku',
  '.config/stripe',
  '.config/pypoetry/auth.toml',
  '.kube/config',
  '.docker/config.json',
  '.npmrc',
  '.yarnrc.yml',
  '.netrc',
  '.authinfo',
  '.pgpass',
  '.my.cnf',
  '.mylogin.cnf',
  '.pypirc',
  '.gem/credentials',
  '.cargo/credentials',
  '.cargo/credentials.toml',
  '.composer/auth.json',
  '.terraform.d/credentials.tfrc.json',
  '.terraformrc',
  '.m2/settings.xml',
  '.m2/settings-security.xml',
  '.gradle/gradle.properties',
  '.vault-token',
  '.git-credentials',
  '.s3cfg',
  '.boto',
  '.databrickscfg',
  '.snowflake',
  '.oci',
  '.fly/config.yml',
  '.huggingface/token',
  '.cache/huggingface/token',
  '.kaggle/kaggle.json',
  '.step/secrets',
  '.electrum',
  '.bitcoin',
  '.ethereum',
  '.mozilla',
  '.thunderbird',
  '.claude/.credentials.json',
  '.codex/auth.json',
  '.gemini/oauth_creds.json',
  '.bash_history',
  '.zsh_history',
  '.history',
  '.sh_history',
  '.python_history',
  '.node_repl_history',
  '.psql_history',
  '.mysql_history',
  '.sqlite_history',
  '.rediscli_history',
  '.lesshst',
  '.local/share/keyrings',
  '.local/share/fish/fish_history',
  'Library/Keychains',
]

/** From the file system root: a file, or a folder with all its content. `*` is any name. */
export const SYSTEM_SECRETS: readonly string[] = [
  '/etc/shadow',
  '/etc/shadow-',
  '/etc/gshadow',
  '/etc/gshadow-',
  '/etc/master.passwd',
  '/etc/ssl/private',
  '/etc/kubernetes/admin.conf',
  '/run/secrets',
  '/var/run/secrets',
  '/proc/*/environ',
  '/proc/*/mem',
  '/proc/*/task',
]

/** The places in a home folder and on the machine that contain keys. The sandbox hides them. */
export function secretPaths(home: string): readonly string[] {
  return [
    ...[...SECRET_FOLDERS, ...SECRET_NAMES, ...HOME_SECRETS].map((path) => `${home}/${path}`),
    ...SYSTEM_SECRETS.filter((path) => !path.includes('*')),
  ]
}

/** Names that are secrets in any folder. */
export const SECRET_NAMES: ReadonlySet<string> = new Set([
  '.netrc',
  '.pgpass',
  '.git-credentials',
  '.htpasswd',
  '.vault-token',
  '.vault_pass',
  '.dev.vars',
  '.secrets',
  '.dockercfg',
  'credentials',
  'credentials.json',
  'client_secret.json',
  'service-account.json',
  'service_account.json',
  'serviceAccountKey.json',
  'secrets.json',
  'secrets.yml',
  'secrets.yaml',
  'secrets.toml',
  'master.key',
  'kubeconfig',
  'kubeconfig.yml',
  'kubeconfig.yaml',
  'secrets.properties',
  'auth.json',
  'wp-config.php',
  'local_settings.py',
  'sftp-config.json',
  '.ftpconfig',
  '.s3cfg',
  '.boto',
  '.pypirc',
  '.mylogin.cnf',
  'ssh_host_rsa_key',
  'ssh_host_ecdsa_key',
  'ssh_host_ed25519_key',
])

export const SECRET_ENDINGS: readonly string[] = [
  '.pem',
  '.key',
  '.p12',
  '.pfx',
  '.p8',
  '.keystore',
  '.jks',
  '.kdbx',
  '.ppk',
  '.asc.key',
  '.agekey',
  '.tfstate',
  '.tfstate.backup',
  '.tfvars',
  '.tfvars.json',
  '.publishsettings',
  '.env',
]

/** Prefixes and suffixes of names with something in between. */
export const SECRET_FRAMES: readonly (readonly [start: string, end: string])[] = [
  ['appsettings.', '.json'],
  ['application-', '.properties'],
  ['gha-creds-', '.json'],
  ['client_secret_', '.json'],
]

/** Fragments of variable names that indicate a secret. */
const SECRET_VARIABLE =
  /(?:^|_)(?:SECRET|TOKEN|PASSWORD|PASSWD|PASSPHRASE|CREDENTIALS?|APIKEY|KEY|PAT|DSN)S?(?:_|$)|^DATABASE_URL$/

/** True for a variable name that conventionally holds a secret: `GITHUB_TOKEN`, `AWS_SECRET_ACCESS_KEY`. */
export function isSecretVariable(name: string): boolean {
  return SECRET_VARIABLE.test(name) && !/(?:^|_)(?:PUBLIC|PUBLISHABLE)_/.test(name)
}

/** True when a pattern targets such names: `grep -i token`, `/KEY/`. */
export function aimsAtVariables(pattern: string): boolean {
  return pattern
    .split(/[^\w]+/)
    .some(
      (word) =>
        isSecretVariable(word.toUpperCase()) ||
        /^(?:secret|token|passw|api_?key|creds?$|private_?key)/i.test(word),
    )
}

/** The name of a secret that a pattern selects from a list of names: `env`, `\\.env$`, `pem$`. */
export function pickedSecret(pattern: string): string | undefined {
  const text = pattern
    .replace(/^\/(.*)\/\w?$/, '$1')
    .replaceAll(/[\\^$()/'"]|\.\*|\{[^}]*\}?|\bprint\b/g, '')
    .trim()
  const choices = text.split('|').filter((choice) => choice.replace(/^\./, '').length >= 3)
  return choices.flatMap((choice) =>
    TYPICAL_NAMES.filter((name) => endsOrBegins(name, choice.toLowerCase())),
  )[0]
}

/** `env` is the end of `.env`, `id_` the beginning of a key. */
function endsOrBegins(name: string, choice: string): boolean {
  return name.endsWith(choice) || (choice.startsWith('.') && name.startsWith(choice)) || name === choice
}

/** Prefixes of private keys; the public half ends in `.pub`. */
export const KEY_NAMES: readonly string[] = ['id_rsa', 'id_dsa', 'id_ecdsa', 'id_ed25519']

/** Environment files that are meant to be shared. */
export const SHARED_ENV: readonly string[] = ['.example', '.sample', '.template', '.dist', '.defaults']

/** Names that identify a glob aimed at a secret, in addition to those above that are specific enough. */
const TYPICAL_NAMES: readonly string[] = [
  '.env',
  '.env.local',
  '.env.production',
  '.netrc',
  '.pgpass',
  '.git-credentials',
  '.htpasswd',
  'prod.env',
  'server.pem',
  'server.key',
  ...KEY_NAMES,
]

function isSecretName(name: string): boolean {
  if (name.endsWith('.pub')) return false
  if (name === '.envrc' || name === '.env' || name.startsWith('.env.') || name.startsWith('.env-')) {
    return !SHARED_ENV.some((ending) => name.endsWith(ending))
  }
  if (SECRET_NAMES.has(name) || KEY_NAMES.some((key) => name.startsWith(key))) return true
  // Most folder names end here: all the remaining names have a dot.
  if (!name.includes('.')) return false
  return (
    (SECRET_ENDINGS.some((ending) => name.endsWith(ending)) &&
      !SHARED_ENV.some((ending) => name === `${ending.slice(1)}.env`)) ||
    SECRET_FRAMES.some(
      ([start, end]) =>
        name.length > start.length + end.length && name.startsWith(start) && name.endsWith(end),
    )
  )
}

interface Aim {
  readonly codes: readonly number[]
  /** Other files have such an ending too, so only the beginning is specific. */
  readonly general: boolean
}

const aim =
  (general: boolean) =>
  (name: string): Aim => ({ codes: codePoints(name), general })
const AIMS = lazy<readonly Aim[]>(() => [
  ...TYPICAL_NAMES.map(aim(false)),
  ...[...SECRET_NAMES].map(aim(true)),
])
const FOLDER_AIMS = lazy(() => [...SECRET_FOLDERS].map(codePoints))

/** A glob that begins with a dot or two letters, or has three letters of a name that nothing else has: `.*`, `id*`, `*env`. */
function isSecretGlob(name: ShapeName): boolean {
  const { tokens, literal } = name
  if (literal !== undefined) return isSecretName(literal)
  if (name.hole) return false
  const begins = beginsTelling(tokens)
  if (!begins && tokens.filter(isLetter).length < 3) return false
  return AIMS().some(({ codes, general }) => (begins || !general) && matchTokens(tokens, codes))
}

function isSecretFolder({ tokens, literal, hole }: ShapeName): boolean {
  if (literal !== undefined) return SECRET_FOLDERS.has(literal)
  return !hole && beginsTelling(tokens) && FOLDER_AIMS().some((codes) => matchTokens(tokens, codes))
}

const DOT = 0x2e

function beginsTelling([first, second]: readonly Token[]): boolean {
  if (first?.kind !== 'char') return false
  return first.code === DOT || (isLetter(first) && second !== undefined && isLetter(second))
}

function isLetter(token: Token): boolean {
  return token.kind === 'char' && /\w/.test(String.fromCodePoint(token.code))
}

/** A certain name, or an uncertain one. */
type Name = string | ShapeName

function textOf(name: Name | undefined): string | undefined {
  return typeof name === 'object' ? name.literal : name
}

/** The names below a home: the person's, or anyone's on the machine. */
function belowHome<Each extends Name>(names: readonly Each[], home: string): readonly Each[] | undefined {
  const own = home.split('/')
  if (own.every((name, index) => index === 0 || textOf(names[index - 1]) === name))
    return names.slice(own.length - 1)
  const first = textOf(names[0])
  if (first === 'home' || first === 'Users') return names.slice(2)
  return first === 'root' ? names.slice(1) : undefined
}

type Placed = ReadonlyMap<string, readonly (readonly string[])[]>

function byFirstName(paths: readonly string[]): Placed {
  const found = new Map<string, string[][]>()
  for (const path of paths) {
    const names = path.split('/').filter((name) => name !== '')
    const [first = ''] = names
    found.set(first, [...(found.get(first) ?? []), names])
  }
  return found
}

const IN_HOME = lazy(() => byFirstName(HOME_SECRETS))
const IN_SYSTEM = lazy(() => byFirstName(SYSTEM_SECRETS))

/** Whether the path is, or could be, one of the places where secrets are kept. */
function isPlaced(names: readonly Name[], home: string): boolean {
  const below = belowHome(names, home)
  return (below !== undefined && isAt(IN_HOME(), below)) || isAt(IN_SYSTEM(), names)
}

function isAt(places: Placed, names: readonly Name[]): boolean {
  const [first] = names
  if (first === undefined) return false
  const text = textOf(first)
  // Unknown text alone is not specific; a glob finds hidden files only with a leading dot.
  const open = typeof first === 'object' && (first.hole || first.tokens[0]?.kind !== 'char')
  if (text === undefined && open) return false
  const candidates = text === undefined ? [...places.values()].flat() : (places.get(text) ?? [])
  return candidates.some(
    (secret) => secret.length <= names.length && secret.every((part, index) => fits(names[index], part)),
  )
}

function fits(name: Name | undefined, part: string): boolean {
  if (name === undefined) return false
  if (typeof name === 'string' || name.literal !== undefined) return part === '*' || textOf(name) === part
  if (part === '*') return true
  const hidden = part.startsWith('.') && name.tokens[0]?.kind !== 'char'
  return !hidden && matchTokens(name.tokens, codePoints(part))
}
