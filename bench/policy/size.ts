// Size of the policy in a browser, minified and gzipped: all of it, and the parts that a decision needs, one by one.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build, minifySync, parseSync, type Plugin, type Rolldown } from 'vite'

const INDEX = fileURLToPath(new URL('../../packages/policy/src/index.ts', import.meta.url))
const ENTRY = 'virtual:entry'

/** Without offers, lint, backtest, explanations and other code that writes and reads rules for people. */
const DECIDING = `export { compilePolicy, decide, readCallText } from ${JSON.stringify(INDEX)}`
const EVERYTHING = `export * from ${JSON.stringify(INDEX)}`

/**
 * Tables about programs and variables, which could be loaded later: options, subcommands, wrappers and queries, synonyms for commands,
 * destructive verbs and objects, effects of arguments, outputs and listings, special names. Includes the functions that read their
 * arguments.
 */
const TABLES: readonly RegExp[] = [
  /\/shell\/programs\/(?:tables|queries|effect-lists|kinds|explained|runner-starts)\.ts$/,
  /\/shell\/(?:same-words|variables|outputs|plain-outputs|listings)\.ts$/,
  /\/irreversible\/(?:verbs|programs)\.ts$/,
]
/** Parsers for languages other than shell: awk, sed, inline code for an interpreter. */
const LANGUAGES = /\/shell\/programs\/code-effects\.ts$/
const PARSER = /\/unbash\/dist\/parser\.js$/

type Chunk = Rolldown.OutputChunk

function entry(code: string): Plugin {
  return {
    name: 'entry',
    resolveId: (id) => (id === ENTRY ? id : undefined),
    load: (id) => (id === ENTRY ? code : undefined),
  }
}

/** Replaces modules with stubs that have the same exports and whose values a bundler cannot fold. */
function without(parts: readonly RegExp[]): Plugin {
  return {
    name: 'without',
    load: (id) => {
      if (!parts.some((file) => file.test(id))) return undefined
      const { staticExports } = parseSync(id, readFileSync(id, 'utf8')).module
      const names = staticExports.flatMap(({ entries }) =>
        entries.flatMap(({ exportName: { name }, isType }) => (name === null || isType ? [] : [name])),
      )
      return `const none = globalThis.none; export { ${names.map((name) => `none as ${name}`).join(', ')} }`
    },
  }
}

async function built(code: string, left: readonly RegExp[], minify: boolean): Promise<readonly Chunk[]> {
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

async function gzipped(code: string, left: readonly RegExp[] = []): Promise<number> {
  const chunks = await built(code, left, true)
  return compressed(chunks.map((chunk) => chunk.code).join(''))
}

/** Each module separately; their sum exceeds the total, because gzip shares common text. */
async function byModule(code: string, left: readonly RegExp[]): Promise<readonly [string, number][]> {
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
