/** The replacement for a secret. */
export const MASK = '••••'

/**
 * Masks the secrets in a text: known kinds of keys and tokens, private keys, passwords in addresses and options, values of names that
 * indicate a secret, and random-looking values. For commands, arguments, audit rows and rules.
 */
export function mask(text: string, fill: Fill = short): string {
  if (harmless.has(text)) return text
  const masked = maskRandom(maskNamed(maskKnown(text, fill), fill), fill)
  if (masked === text && text.length <= HARMLESS_LENGTH) keepHarmless(text)
  return masked
}

/** Short texts without a secret: names of tools, titles and reasons repeat call after call. Never contains a text with a secret. */
const harmless = new Set<string>()
const HARMLESS_LENGTH = 200
const HARMLESS_LIMIT = 500

function keepHarmless(text: string): void {
  if (harmless.size >= HARMLESS_LIMIT) harmless.clear()
  harmless.add(text)
}

/** As `mask`, but keeps every character position: for a command whose parts are marked by position. */
export function maskInPlace(text: string): string {
  return mask(text, (secret) => '•'.repeat(secret.length))
}

/** As `mask`, but keeps line numbers: for a text whose lines are referred to by number. */
export function maskInLines(text: string): string {
  return mask(text, (secret) => MASK + secret.replace(/[^\n]+/g, ''))
}

/** For file contents: masks only certain secrets. Checksums and ids in them look random but are not secrets. */
export function maskContent(text: string): string {
  return maskNamed(maskKnown(text, short), short)
}

/**
 * For files and output that a model reads without a person's permission: as for file contents, keeping line numbers. A model works with
 * code, where `token: Token` is not a secret: for names that indicate a secret, only values that look like one are masked.
 */
export function maskForModel(text: string): string {
  const fill: Fill = (secret) => MASK + secret.replace(/[^\n]+/g, '')
  return maskNamed(maskKnown(text, fill), fill, { isValue: isSecretValue })
}

/** An environment's `NAME=value` is not code; elsewhere a secret has letters and digits, in one word. */
function isSecretValue(name: string, between: string, value: string): boolean {
  if (between === '=' && /^[A-Z][A-Z0-9_]+$/.test(name)) return true
  return value.length >= 6 && /^\S+$/.test(value) && /[A-Za-z]/.test(value) && /\d/.test(value)
}

/**
 * For results of calls: as for file contents, and additionally every secret of the arguments that reappears, even if it only looked random.
 */
export function maskEcho(text: string, secrets: readonly string[]): string {
  // Private keys come first: if its beginning were masked as something else, a key would not be recognised.
  const echoes = secrets.reduce(
    (masked, secret) => masked.replaceAll(secret, MASK),
    text.replace(PRIVATE_KEY, `$1${MASK}`),
  )
  return maskContent(echoes)
}

/** Shortest secret that is searched for elsewhere: shorter ones occur in ordinary words. */
const SHORTEST_ECHO = 6

/** The parts of a text that masking would hide, if they are long enough to be found again. */
export function secretsIn(text: string): readonly string[] {
  const found = new Set<string>()
  mask(text, (secret) => {
    if (secret.length >= SHORTEST_ECHO) found.add(secret)
    return MASK
  })
  return [...found].toSorted((a, b) => b.length - a.length)
}

/** Returns the replacement for a secret. */
type Fill = (secret: string) => string
const short: Fill = () => MASK

/** Masks every text in a value, and every value whose name indicates a secret. */
export function maskValue(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return mask(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth > DEPTH_LIMIT) return MASK
  if (Array.isArray(value)) return value.map((item) => maskValue(item, depth + 1))
  const names = new Map<string, number>()
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      maskName(name, names),
      typeof item === 'string' || typeof item === 'number'
        ? maskEntry(name, item)
        : maskValue(item, depth + 1),
    ]),
  )
}

/** Names stay distinct: two masked names remain two. */
function maskName(name: string, counts: Map<string, number>): string {
  const masked = maskKnown(name, short)
  if (masked === name) return name
  const count = (counts.get(masked) ?? 0) + 1
  counts.set(masked, count)
  return count === 1 ? masked : `${masked} (${count})`
}

/** The value of a name, masked completely if the name indicates a secret. */
export function maskEntry<T extends string | number>(name: string, value: T): T | string {
  if (isSecretName(name, String(value)) && !isHarmless(String(value))) return MASK
  return typeof value === 'string' ? mask(value) : value
}

/** True when masking would change the text. */
export function holdsSecret(text: string): boolean {
  return mask(text) !== text
}

const DEPTH_LIMIT = 64

const PRIVATE_KEY =
  /(-----BEGIN [A-Z ]*PRIVATE KEY(?: BLOCK)?-----)(?!•)[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY(?: BLOCK)?-----|$)/g

/** Formats that are always secrets. Each keeps its first group, so that the kind of key stays visible. */
const KNOWN: readonly RegExp[] = [
  PRIVATE_KEY,
  /\b(sk-(?:ant-|proj-|or-|live-|test-)?)[A-Za-z0-9_-]{16,}/g,
  /\b([sr]k_(?:live|test)_)[A-Za-z0-9]{10,}/g,
  /\b(gh[pousr]_)[A-Za-z0-9]{20,}/g,
  /\b(github_pat_)[A-Za-z0-9_]{20,}/g,
  /\b(glpat-)[A-Za-z0-9_-]{16,}/g,
  /\b(npm_)[A-Za-z0-9]{30,}/g,
  /\b(pypi-)[A-Za-z0-9_-]{30,}/g,
  /\b(xox[abeoprs]-)[A-Za-z0-9-]{10,}/g,
  /\b((?:AKIA|ASIA|ABIA|ACCA))[A-Z0-9]{12,}\b/g,
  /\b(AIza)[A-Za-z0-9_-]{30,}/g,
  /\b(ya29\.)[A-Za-z0-9_-]{20,}/g,
  /\b(hf_)[A-Za-z0-9]{20,}/g,
  /\b(dop_v1_)[a-f0-9]{32,}/g,
  /\b(SG\.)[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}/g,
  /\b(eyJ)[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]*)?/g,
  /\b(AGE-SECRET-KEY-1)[A-Z0-9]{20,}/g,
  /\b(vault:v\d+:)[A-Za-z0-9+/=]{16,}/g,
  /(hooks\.slack\.com\/services\/)[A-Za-z0-9/]{20,}/g,
  // A password in an address: scheme://name:password@host
  /(\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:@/'"]{0,256}:)[^\s@/'"]{1,256}(?=@)/gi,
  /(\b(?:authorization|proxy-authorization)["']?\s*[:=]\s*["']?(?:bearer|basic|token|digest)\s+)[^\s"',;]{4,}/gi,
  /(\bbearer\s+)[A-Za-z0-9._~+/=-]{12,}/gi,
  // curl -u name:password
  /((?:^|\s)(?:-u|--user|--proxy-user)[=\s]+["']?[^\s:"']{1,256}:(?!\/\/))[^\s"']{1,256}/g,
  // sshpass -p, mysql -pSECRET
  /(\bsshpass\s+-p\s*["']?)[^\s"']+/g,
  /(\bmysql(?:dump|admin)?\b[^|;&\n]{0,256}?\s-p)(?=\S)[^\s"']+/g,
]

const SECRET_WORDS =
  'pass(?:word|wd|phrase)?|pwd|secrets?|tokens?|api[_-]?keys?|apikey|access[_-]?keys?|private[_-]?keys?|secret[_-]?keys?|account[_-]?keys?|signing[_-]?keys?|encryption[_-]?keys?|credentials?|auth(?:orization)?|cookies?|session[_-]?ids?|client[_-]?secrets?|connection[_-]?strings?'
/** A name with such a word as one of its parts: `DB_PASSWORD`, `apiKey`, `x-api-key`. Not `token_count`, not `passenger`. */
const SECRET_NAME = new RegExp(
  `(?:^|[_.-])(?:${SECRET_WORDS})$|[a-z0-9](?:Password|Passwd|Passphrase|Secret|Token|ApiKey|AccessKey|PrivateKey|SecretKey|Credentials?|Cookie)$`,
  'i',
)

const VALUE = String.raw`("(?:[^"\\\n]|\\.){1,4096}"|'[^'\n]{1,4096}'|[^\s"'\x60;&|(),}]{1,4096})`
/** `name=value`, `name: value`, `"name": "value"`; the value in quotes or up to a blank. */
const ASSIGNMENT = new RegExp(
  String.raw`(^|[^A-Za-z0-9_.-])(-{0,2}[A-Za-z][A-Za-z0-9_.-]{1,80})(["']?\s?(?:=|:(?!//))\s?)${VALUE}`,
  'g',
)
/** `--name value`: with only a blank in between, the name must be an option; `password reset` is prose. */
const OPTION = new RegExp(String.raw`(^|[\s"'\x60(])(--?[A-Za-z][A-Za-z0-9_.-]{1,80})(\s+)${VALUE}`, 'g')

function maskKnown(text: string, fill: Fill): string {
  const replace = (whole: string, kept: string) => kept + fill(whole.slice(kept.length))
  return KNOWN.reduce((masked, pattern) => masked.replace(pattern, replace), text)
}

/** How deep nested values are searched: a command in JSON, in a command, in quotes. */
const NESTED_LIMIT = 3

function maskNamed(
  text: string,
  fill: Fill,
  {
    depth = 0,
    isValue = () => true,
  }: { readonly depth?: number; isValue?(name: string, between: string, value: string): boolean } = {},
): string {
  const replace = (whole: string, before: string, name: string, between: string, value: string) => {
    const bare = unquote(value)
    const quote = bare === value ? '' : value.charAt(0)
    const isSecret =
      isSecretName(name.replace(/^-+/, ''), bare) && !isHarmless(bare) && isValue(name, between, bare)
    if (isSecret) return `${before}${name}${between}${quote}${fill(bare)}${quote}`
    // A value that is not a secret may contain one: `"command": "PASSWORD=x run"`.
    const inside = depth < NESTED_LIMIT ? maskNamed(bare, fill, { depth: depth + 1, isValue }) : bare
    return inside === bare ? whole : `${before}${name}${between}${quote}${inside}${quote}`
  }
  return text.replace(ASSIGNMENT, replace).replace(OPTION, replace)
}

/** `max_tokens=4096` is a number of tokens. */
function isSecretName(name: string, value: string): boolean {
  return SECRET_NAME.test(name) && !(/tokens$/i.test(name) && /^\d{1,9}$/.test(value))
}

function unquote(value: string): string {
  return /^(["']).*\1$/s.test(value) ? value.slice(1, -1) : value
}

/** References, wildcards, switches and empty values are harmless: `$TOKEN`, `${{ secrets.X }}`, `*`, `true`, `none`. */
function isHarmless(value: string): boolean {
  return (
    value === '' ||
    value.includes('•') ||
    // Matches any value, as in rules.
    /^[*?]+$/.test(value) ||
    /^(?:\$|%|<|\{\{|process\.env|os\.environ|secrets\.)/.test(value) ||
    /^(?:true|false|null|none|undefined|yes|no|on|off|string|number|required|optional|prompt|ask|file|env|basic|bearer|digest|-)$/i.test(
      value,
    ) ||
    value.startsWith('-')
  )
}

/** Runs of characters that occur in keys. */
const WORD = /[A-Za-z0-9+/_-]{20,4096}={0,2}/g
const SHORTEST_RANDOM = 20
/** Bits per character above which a mixed word looks random; English and identifiers stay below. */
const RANDOM_BITS = 3.6
/** Average run of letters or digits of one kind: short in random text, as long as words in identifiers. */
const RANDOM_RUN = 3

function maskRandom(text: string, fill: Fill): string {
  return text.replace(WORD, (word) => (looksRandom(word) ? fill(word) : word))
}

const OWN_NAME = /^(?:img|med|thr|call)_[0-9a-f]{32,64}$/

function looksRandom(word: string): boolean {
  const core = word.replace(/^[/-]+|=+$/g, '')
  if (core.length < SHORTEST_RANDOM) return false
  // Checksums, commit ids and UUIDs are common in commands and are names, not keys.
  if (/^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(core)) return false
  if (/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(core)) return false
  // Names of our own things: a card that lost the name of its picture would be shown without it.
  if (OWN_NAME.test(core)) return false
  // A path or a list of words is judged piece by piece: each piece is short or a word.
  const pieces = core.split(/[/_-]/).filter((piece) => piece !== '')
  const longest = pieces.reduce((max, piece) => Math.max(max, piece.length), 0)
  if (longest < SHORTEST_RANDOM && (core.includes('/') || pieces.every(isWord))) return false
  const runs = core.match(/[A-Z]?[a-z]+|[A-Z]+|\d+/g)?.length ?? 1
  return (
    /[A-Za-z]/.test(core) &&
    /\d/.test(core) &&
    core.length / runs < RANDOM_RUN &&
    entropy(core) >= RANDOM_BITS
  )
}

/** Only letters, or only digits: a word, a date, a number. */
function isWord(piece: string): boolean {
  return /^(?:[A-Z]?[a-z]+|[A-Z]+|\d+|v?\d+)$/.test(piece)
}

/** Shannon entropy of a text in bits per character. */
function entropy(text: string): number {
  const counts = new Map<string, number>()
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1)
  let bits = 0
  for (const count of counts.values()) {
    const share = count / text.length
    bits -= share * Math.log2(share)
  }
  return bits
}
