// Size of the policy in a browser, minified and gzip: all of it, and what deciding alone needs, part by part.
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build, type Plugin } from 'vite'

const INDEX = fileURLToPath(new URL('../../packages/policy/src/index.ts', import.meta.url))
const ENTRY = 'virtual:entry'

/** Without offers, lint, backtest, explanations and the rest of what writes and reads rules for people. */
const DECIDING = `export { compilePolicy, decide, readCallText } from ${JSON.stringify(INDEX)}`
const EVERYTHING = `export * from ${JSON.stringify(INDEX)}`

/**
 * What is known of programs and variables, which could be loaded later: options, subcommands, wrappers and queries, other
 * words for the same command, names that matter. With the functions that read their arguments.
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
    instead: 'export function isHarmlessName() { return false }; export function loadsCode() { return true }',
  },
]
/** Readers of languages that are not the shell's: awk, sed, code in the words of an interpreter. */
const LANGUAGES: Left = {
  file: /\/shell\/programs\/code-effects\.ts$/,
  instead: 'export function codeEffects() { return { inner: [], touches: [] } }',
}
const PARSER: Left = { file: /\/unbash\/dist\/parser\.js$/, instead: 'export function parse() {}' }

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

async function gzipped(code: string, left: readonly Left[] = []): Promise<number> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    plugins: [entry(code), without(left)],
    build: {
      write: false,
      minify: true,
      modulePreload: false,
      rolldownOptions: {
        input: ENTRY,
        preserveEntrySignatures: 'strict',
        treeshake: { moduleSideEffects: false },
      },
    },
  })
  const outputs = Array.isArray(built) ? built : [built]
  const chunks = outputs.flatMap((output) =>
    'output' in output ? output.output.flatMap((chunk) => (chunk.type === 'chunk' ? [chunk.code] : [])) : [],
  )
  return gzipSync(chunks.join(''), { level: 9 }).length
}

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
