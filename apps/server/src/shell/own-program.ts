import type { StartedCommand } from '@countersign/policy'
import { realpathSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, delimiter, dirname, join, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ELSEWHERE } from './strangers.ts'

/** Real folders of the packages through which a person acts. */
export interface OwnCode {
  /** Of the command `countersign`; undefined: it is not installed next to the server. */
  readonly cli: string | undefined
  readonly server: string
}

/** The location of this server's own code, and of its command. */
export function ownCode(): OwnCode {
  const server = real(resolve(import.meta.dirname, '..', '..')) ?? import.meta.dirname
  return { server, cli: real(cliBeside(server)) }
}

function cliBeside(server: string): string {
  try {
    return dirname(createRequire(join(server, 'package.json')).resolve('countersign/package.json'))
  } catch {
    return join(dirname(server), 'cli')
  }
}

/** Programs that run or load files of code, and the words of some of them before the file. */
const RUNS_CODE = /^(?:node|nodejs|bun|deno|tsx|ts-node|electron)\d*(?:\.exe)?$/
const BEFORE_FILE: ReadonlySet<string> = new Set(['run', 'watch', 'test', 'x', 'exec', 'eval'])
/** Programs that take code as a word, and the options before it. */
const TAKES_CODE =
  /^(?:node|nodejs|bun|deno|tsx|ts-node|electron|python|pypy|perl|ruby|php|lua|luajit)[\d.]*$/
const CODE = /^(?:-[a-zA-Z]*[cepr]|--eval|--print|eval)$/
/** Programs that start a package's command by name, and their words for that. */
const STARTS_PACKAGES = /^(?:npm|npx|pnpm|pnpx|yarn|yarnpkg|bun|bunx|corepack)$/
const STARTS: ReadonlySet<string> = new Set(['exec', 'x', 'dlx', 'run', 'node', 'yarn', 'pnpm', 'npm'])

/**
 * The words with which a command runs Countersign as a person would, by any file or link; undefined: it does not. Commands that only read
 * and explain are exempt.
 */
export function runsOurselves({ words, cwds, through }: StartedCommand, code: OwnCode): string | undefined {
  if (through.some((carrier) => ELSEWHERE.has(basename(carrier.split(' ')[0] ?? '')))) return undefined
  const [program, ...rest] = words.map(({ text }) => text)
  if (program === undefined) return undefined
  const name = basename(program)
  const found =
    isOurName(name) || isCliEntry(programFile(program, cwds), code)
      ? actsAsPerson(rest)
      : byFile({ name, program, rest, cwds }, code) || byPackage(name, rest)
  if (!found) return undefined
  const text = [program, ...rest].map((word) => word ?? '…').join(' ')
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text
}

/** Maximum length of a reported command. */
const SHOWN = 80

interface Call {
  readonly name: string
  readonly program: string
  readonly rest: readonly (string | undefined)[]
  readonly cwds: StartedCommand['cwds']
}

function byFile({ name, program, rest, cwds }: Call, code: OwnCode): boolean {
  if (isOwnFile(programFile(program, cwds), code)) return true
  if (TAKES_CODE.test(name) && rest.some((word, at) => isCodeAt(rest, at) && namesUs(word, cwds, code)))
    return true
  return RUNS_CODE.test(name) && runsOwnFile(rest, cwds, code)
}

/** The run file is the first word that is neither an option nor an option's value; options may load files before it. */
function runsOwnFile(rest: Call['rest'], cwds: Call['cwds'], code: OwnCode): boolean {
  for (const [at, word] of rest.entries()) {
    if (word === undefined) continue
    const before = rest[at - 1]
    if (word.startsWith('-')) {
      const value = /^--?[\w-]+=(.*)$/s.exec(word)?.[1]
      if (value !== undefined && isOurSource(value, cwds, code)) return true
      continue
    }
    const isOptions = before?.startsWith('-') === true
    const file = fileAt(word, cwds)
    if (isCliEntry(file, code) && !LOADS.test(before ?? '')) return actsAsPerson(rest.slice(at + 1))
    if (isOptions ? isOurSource(word, cwds, code) : isOwnFile(file, code)) return true
    if (!isOptions && !BEFORE_FILE.has(word)) return false
  }
  return false
}

const LOADS = /^(?:-r|--require|--import|--loader|--experimental-loader|--preload)$/

function isCodeAt(rest: Call['rest'], at: number): boolean {
  return CODE.test(rest[at - 1] ?? '') || /^--(?:eval|print)=/.test(rest[at] ?? '')
}

/** Code that names one of our files, or the package of the server or the command. */
function namesUs(text: string | undefined, cwds: Call['cwds'], code: OwnCode): boolean {
  const names = [...(text ?? '').matchAll(/(['"`])((?:(?!\1).)+)\1/gs)].map((match) => match[2] ?? '')
  return names.some((name) => isOurSource(name, cwds, code))
}

function isOurSource(name: string, cwds: Call['cwds'], code: OwnCode): boolean {
  if (/^(?:countersign|@countersign\/server)(?:\/|$)/.test(name)) return true
  const path = name.startsWith('file:') && URL.canParse(name) ? fileURLToPath(new URL(name)) : name
  return isOwnFile(fileAt(path, cwds), code)
}

/** `yarn countersign …`, `npm exec -- countersign …`. */
function byPackage(name: string, rest: Call['rest']): boolean {
  if (!STARTS_PACKAGES.test(name)) return false
  const at = rest.findIndex((word) => word !== undefined && isOurName(basename(word).replace(/@.*/, '')))
  const before = rest.slice(0, Math.max(at, 0))
  const isStart = before.every(
    (word, index) =>
      word === undefined ||
      word.startsWith('-') ||
      before[index - 1]?.startsWith('-') === true ||
      STARTS.has(word),
  )
  return at >= 0 && isStart && actsAsPerson(rest.slice(at + 1))
}

function isOurName(name: string): boolean {
  return name === 'countersign' || name === 'countersign.mjs'
}

/** Our commands that read, explain or serve another agent. Every other one acts: it answers, keeps, starts or signs in. */
const READS: Readonly<Record<string, readonly string[] | 'all'>> = {
  explain: 'all',
  decide: 'all',
  threads: 'all',
  tools: 'all',
  audit: 'all',
  mcp: 'all',
  doctor: 'all',
  completions: 'all',
  help: 'all',
  '--help': 'all',
  '-h': 'all',
  '--version': 'all',
  '-V': 'all',
  rules: ['list', 'test', 'lint', 'backtest', 'help', '--help', '-h'],
  approvals: ['list', 'show', 'help', '--help', '-h'],
  search: ['list', 'help', '--help', '-h'],
}

function actsAsPerson([command, next]: readonly (string | undefined)[]): boolean {
  if (command === undefined) return true
  // An agent's hook asks the gate; only a person may set one up.
  if (command === 'hook') return next === undefined || /^(?:un)?install$/.test(next)
  const reads = Object.hasOwn(READS, command) ? READS[command] : undefined
  if (reads === undefined) return true
  return reads !== 'all' && !(next !== undefined && reads.includes(next))
}

/** The file of a program, given by its path or found as a shell would. */
function programFile(program: string, cwds: Call['cwds']): string | undefined {
  if (program.includes('/')) return fileAt(program, cwds)
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    const path = folder === '' ? undefined : real(join(folder, program))
    if (path !== undefined) return path
  }
  return undefined
}

/** The target of a word that is a file path, with links resolved. A module may omit its extension. */
function fileAt(word: string, cwds: Call['cwds']): string | undefined {
  if (word === '' || word.length > 4096 || word.includes('\0')) return undefined
  for (const cwd of cwds) {
    if (cwd === undefined && !word.startsWith('/')) continue
    const path = resolve(cwd ?? '/', word)
    for (const ending of ['', '.js', '.mjs', '.ts', '/index.js', '/index.ts', '/main.js']) {
      const found = real(`${path}${ending}`)
      if (found !== undefined && isFile(found)) return found
    }
  }
  return undefined
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true
}

function real(path: string): string | undefined {
  try {
    return realpathSync.native(path)
  } catch {
    // Nothing is there, or it is unreadable: then it cannot be run either.
    return undefined
  }
}

/** The entry files of the command `countersign`. */
const CLI_ENTRIES: readonly string[] = ['bin/countersign.mjs', 'dist/main.js', 'src/main.ts']

function isCliEntry(file: string | undefined, { cli }: OwnCode): boolean {
  return file !== undefined && cli !== undefined && CLI_ENTRIES.some((entry) => file === join(cli, entry))
}

/** All build output of the server and the command, and their source entry points. */
function isOwnFile(file: string | undefined, { cli, server }: OwnCode): boolean {
  if (file === undefined) return false
  return [cli, server].some((folder) => {
    if (folder === undefined || !file.startsWith(folder + sep)) return false
    const inside = file.slice(folder.length + 1)
    return /^(?:bin|dist)\//.test(inside) || /^src\/(?:main|index|local)\.ts$/.test(inside)
  })
}
