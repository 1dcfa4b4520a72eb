// Size of the policy in a browser, minified and gzip: all of it, and what deciding alone needs, part by part.
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build, minifySync, type Plugin, type Rolldown } from 'vite'

const INDEX = fileURLToPath(new URL('../../packages/policy/src/index.ts', import.meta.url))
const ENTRY = 'virtual:entry'

/** Without offers, lint, backtest, explanations and the rest of what writes and reads rules for people. */
const DECIDING = `export { compilePolicy, decide, readCallText } from ${JSON.stringify(INDEX)}`
const EVERYTHING = `export * from ${JSON.stringify(INDEX)}`

/**
 * What is known of programs and variables, which could be loaded later: options, subcommands, wrappers and queries, other
 * words for the same command, what is told of commands by their words, what they print and list, names that matter. With the
 * functions that read their arguments.
 */
const TABLES: readonly Left[] = [
  {
    file: /\/shell\/programs\/tables\.ts$/,
    instead: 'export const TABLES = []; export const PRECISE_TABLES = []; export const COMMON = []',
  },
  { file: /\/shell\/programs\/queries\.ts$/, instead: 'export function withQueries(spec) { return spec }' },
  { file: /\/shell\/same-words\.ts$/, instead: 'export function sameWords() { return [] }' },
  {
    file: /\/shell\/variables\.ts$/,
    instead:
      'export function isHarmlessName() { return false }; export function loadsCode() { return true }; export const STARTED = new Set(), OPTIONS = new Map(), EXPANDED = new Set()',
  },
  {
    file: /\/shell\/programs\/told-lists\.ts$/,
    instead:
      'export const SECRETS = {}, PLANTS = [], FETCHES = {}, SERVES = {}, FROM_ADDRESS = {}, SENDS = {}, PUBLISHES = {}',
  },
  {
    file: /\/shell\/programs\/kinds\.ts$/,
    instead:
      'const NONE = new Set(); export const HANDS_ON = NONE, TAKES_CODE = NONE, TAKES_CODE_WHEN_TOLD = NONE, BUILDERS = NONE, TELLS_OF_MACHINE = NONE, TALKERS = NONE, SENDS_INPUT = NONE, COMMANDS_IN_INPUT = NONE, COMMANDS_IN_INPUT_WHEN_TOLD = NONE, CODE_IN_WORDS = NONE, SHOWS_VARIABLES = NONE, DESTROYERS = NONE, COPIERS = NONE, WORDS_OF_ELSEWHERE = NONE, CHECKERS = NONE',
  },
  { file: /\/shell\/programs\/runner-starts\.ts$/, instead: 'export function runnerStarts() { return [] }' },
  {
    file: /\/shell\/outputs\.ts$/,
    instead: 'export function outputOf() {}; export function printedBy() {}',
  },
  {
    file: /\/shell\/listings\.ts$/,
    instead: 'export function listingOf() {}; export function allListed({ paths }) { return paths }',
  },
]
/** Readers of languages that are not the shell's: awk, sed, code in the words of an interpreter. */
const LANGUAGES: Left = {
  file: /\/shell\/programs\/code-effects\.ts$/,
  instead: 'export function codeEffects() { return { inner: [], touches: [] } }',
}
const PARSER: Left = { file: /\/unbash\/dist\/parser\.js$/, instead: 'export function parse() {}' }

type Chunk = Rolldown.OutputChunk

interface Left {
  readonly file: RegExp
  readonly instead: string
}

function entry(code: string): Plugin {
  return {
    name: 'entry',
    resolveId: (id) => (id === ENTRY ? id : undefined),
    load: (id) => (id === ENTRY ? code : undefined),
  }
}

function without(parts: readonly Left[]): Plugin {
  return { name: 'without', load: (id) => parts.find(({ file }) => file.test(id))?.instead }
}

async function built(code: string, left: readonly Left[], minify: boolean): Promise<readonly Chunk[]> {
  const made = await build({
    configFile: false,
    logLevel: 'error',
    plugins: [entry(code), without(left)],
    build: {
      write: false,
      minify,
      modulePreload: false,
      rolldownOptions: {
        input: ENTRY,
        preserveEntrySignatures: 'strict',
        treeshake: { moduleSideEffects: false },
      },
    },
  })
  const outputs = Array.isArray(made) ? made : [made]
  return outputs.flatMap((output) =>
    'output' in output ? output.output.filter((chunk) => chunk.type === 'chunk') : [],
  )
}

const compressed = (code: string): number => gzipSync(code, { level: 9 }).length

async function gzipped(code: string, left: readonly Left[] = []): Promise<number> {
  const chunks = await built(code, left, true)
  return compressed(chunks.map((chunk) => chunk.code).join(''))
}

/** Each module by itself: together they are more than the whole, for they have much in common. */
async function byModule(code: string, left: readonly Left[]): Promise<readonly [string, number][]> {
  const chunks = await built(code, left, false)
  return chunks
    .flatMap(({ modules }) => Object.entries(modules))
    .map(([id, { code: text }]): [string, number] => {
      const small = minifySync('module.js', text ?? '', { compress: false, mangle: true })
      return [id.replace(/^.*\/(?:src|node_modules)\//, ''), compressed(small.code)]
    })
    .toSorted(([, a], [, b]) => b - a)
}

const MOST_MODULES = 30

const show = (name: string, bytes: number): void =>
  console.log(`${name.padEnd(48)} ${(bytes / 1000).toFixed(1).padStart(7)} kB`)

const whole = await gzipped(EVERYTHING)
const decides = await gzipped(DECIDING)
const bare = await gzipped(DECIDING, TABLES)
const shell = await gzipped(DECIDING, [...TABLES, LANGUAGES])
const ours = await gzipped(DECIDING, [...TABLES, LANGUAGES, PARSER])
console.log('policy in a browser, minified and gzip')
show('all that the package exports', whole)
show('what deciding needs', decides)
show('  without the tables of programs and variables', bare)
show('    of that the parser of shell text', shell - ours)
show('    of that readers of other languages', bare - shell)
show('    of that our own code', ours)
if (process.argv.includes('--modules')) {
  console.log('our own code, the largest modules each by itself')
  const modules = await byModule(DECIDING, [...TABLES, LANGUAGES, PARSER])
  for (const [name, bytes] of modules.slice(0, MOST_MODULES)) show(`  ${name}`, bytes)
}
