import { display, knownPrefix, literal, textField, type Field } from '../../model/field.ts'
import type { Breaker, Inner, Touch, Trait } from '../../model/part.ts'
import { joinWords } from './joined-words.ts'
import { WORDS, type FactsPatch, type ParsedArgs, type Table } from './spec.ts'
import { wordSet } from '../../word-set.ts'

/** Windows shells. Their text is not parsed as shell text, but removals and the like in it are found. */
export const WINDOWS_SHELLS: Table = () => [
  {
    names: ['pwsh', 'pwsh-preview', 'powershell', 'powershell.exe', 'pwsh.exe'],
    style: WORDS,
    queries: '--version -Version -v --help -h -? -Help',
    arity: -1,
    read: readPowerShell,
  },
  {
    names: ['cmd', 'cmd.exe'],
    queries: '',
    style: WORDS,
    arity: -1,
    read: readCommandPrompt,
  },
]

/** Parameters by their full names; any prefix of one is accepted. */
const WITH_VALUE = [
  'executionpolicy',
  'ep',
  'windowstyle',
  'workingdirectory',
  'inputformat',
  'outputformat',
  'configurationname',
  'custompipename',
  'settingsfile',
  'psconsolefile',
  'version',
]

function readPowerShell({ argv }: ParsedArgs): FactsPatch {
  const words = argv.slice(1)
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at]
    if (word === undefined) break
    const text = literal(word)?.toLowerCase()
    const rest = words.slice(at + 1)
    if (text === undefined) return { inner: [script(joinWords(words.slice(at)))], opaque: true }
    const name = /^(?:-|\/|--)([a-z]+)$/.exec(text)?.[1]
    if (name === undefined) return fromText(joinWords(words.slice(at)))
    if (isBeginning(name, 'encodedcommand', 'ec')) return { inner: [script(joinWords(rest))], opaque: true }
    if (isBeginning(name, 'command') || name === 'cwa') return fromText(joinWords(rest))
    if (isBeginning(name, 'file')) return readsFile(rest)
    if (WITH_VALUE.some((each) => isBeginning(name, each))) at += 1
  }
  return { inner: [script(joinWords([]))], opaque: true }
}

function isBeginning(name: string, ...full: readonly string[]): boolean {
  return full.some((each) => each.startsWith(name))
}

function readsFile([path]: readonly Field[]): FactsPatch {
  return path === undefined ? {} : { touches: [{ act: 'read', path, recursive: false }] }
}

function script(text: Field): Inner {
  return { kind: 'script', text, dialect: 'powershell' }
}

function fromText(text: Field): FactsPatch {
  const shown = display(text)
  const found = readStatements(shown, text)
  const traits: readonly Trait[] = FETCHES.test(shown) && EVALUATES.test(shown) ? ['runs-download'] : []
  return { inner: [script(text)], touches: found.touches, breaker: found.breaker, traits }
}

const FETCHES =
  /\b(?:iwr|irm|curl|wget|invoke-webrequest|invoke-restmethod|downloadstring|downloadfile|webclient)\b/i
const EVALUATES = /\b(?:iex|invoke-expression|start-process|scriptblock)\b|&\s*\(/i

function readCommandPrompt({ argv }: ParsedArgs): FactsPatch {
  const at = argv.findIndex((field) => /^\/[ckr]/i.test(knownPrefix(field)))
  return at === -1 ? {} : fromText(joinWords(argv.slice(at + 1)))
}

interface Found {
  readonly touches: readonly Touch[]
  readonly breaker: Breaker | undefined
}

const REMOVERS = wordSet('remove-item ri rm rmdir rd del erase clear-content clc')
const DISKS = wordSet('format-volume clear-disk initialize-disk remove-partition format diskpart')
const POWER = wordSet('stop-computer restart-computer shutdown shutdown.exe')

function readStatements(text: string, field: Field): Found {
  const touches: Touch[] = []
  let breaker: Breaker | undefined
  for (const statement of text.split(/[;|&{}()\n]+/)) {
    const words = [...statement.matchAll(/'([^']*)'|"([^"]*)"|([^\s'",]+)/g)].map(
      ([, single, double, plain]) => single ?? double ?? plain ?? '',
    )
    const at = words.findIndex((word) => REMOVERS.has(word.toLowerCase()))
    if (at !== -1) touches.push(...removals(words.slice(at + 1), field))
    const [name = ''] = words.map((word) => word.toLowerCase())
    if (DISKS.has(name)) breaker ??= { kind: 'disk', target: statement.trim() }
    if (POWER.has(name)) breaker ??= { kind: 'power', target: statement.trim() }
  }
  return { touches, breaker }
}

function removals(words: readonly string[], { range }: Field): readonly Touch[] {
  const flags = words.filter((word) => /^[-/]/.test(word) && word.length > 1 && !/^\/[^a-z]/i.test(word))
  const recursive = flags.some((flag) =>
    /^(?:-r(?:e(?:c(?:u(?:r(?:s(?:e)?)?)?)?)?)?|-rf|-fr|\/s)(?::|$)/i.test(flag),
  )
  const paths = words.filter((word) => word === '/' || (!word.startsWith('-') && !/^\/[a-z]$/i.test(word)))
  return paths.map((word) => ({ act: 'remove', path: pathField(unixPath(word), range), recursive }))
}

/** A path with its stars as globs. */
function pathField(path: string, range: Field['range']): Field {
  if (!path.includes('*')) return textField(path, range)
  const pieces = path.split(/(\*+)/).filter((text) => text !== '')
  return {
    pieces: pieces.map((text) => ({ kind: text.startsWith('*') ? 'glob' : 'text', text })),
    quoted: false,
    many: true,
    range,
  }
}

/** `C:\Users` in the form that the breakers know; a drive is treated as the root. */
function unixPath(path: string): string {
  const slashes = path.replaceAll('\\', '/').replace(/^[a-z]:\/?/i, '/')
  return slashes
    .replace(/^\$(?:home|env:userprofile|env:home|env:systemdrive|env:systemroot)/i, '~')
    .replace(/^%\w+%/, '~')
}
