// Size of the policy in a browser: minified and gzip, whole and without the tables of programs.
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build, type Plugin } from 'vite'

const entry = fileURLToPath(new URL('../../packages/policy/src/index.ts', import.meta.url))
const tables = /packages\/policy\/src\/shell\/programs\/registry\.ts$/

/** The tables are data that could be loaded later: this is what the code alone weighs. */
const withoutTables: Plugin = {
  name: 'without-tables',
  load: (id) => (tables.test(id) ? 'export const TABLES = []; export function findProgram() {}' : undefined),
}

async function gzipped(plugins: readonly Plugin[]): Promise<number> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    plugins: [...plugins],
    build: {
      write: false,
      minify: true,
      modulePreload: false,
      rolldownOptions: { input: entry, preserveEntrySignatures: 'strict' },
    },
  })
  const outputs = Array.isArray(built) ? built : [built]
  const code = outputs.flatMap((output) =>
    'output' in output ? output.output.flatMap((chunk) => (chunk.type === 'chunk' ? [chunk.code] : [])) : [],
  )
  return gzipSync(code.join(''), { level: 9 }).length
}

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`
console.log(
  `policy in a browser, gzip: ${kilobytes(await gzipped([]))} whole, ${kilobytes(await gzipped([withoutTables]))} without the tables of programs`,
)
