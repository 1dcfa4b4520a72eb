/** Lists rules of packages/policy/SPEC.md that no test carries. Ends with 1 when there are any, or a test names no rule. */
import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { glob } from 'tinyglobby'

const root = join(import.meta.dirname, '..')
const folder = join(root, 'packages/policy')
const spec = await readFile(join(folder, 'SPEC.md'), 'utf8')
const rules = new Set([...spec.matchAll(/^- \*\*(P\d+\.\d+)\*\*/gm)].map((match) => match[1]))

const tested = new Map()
for (const file of await glob('src/**/*.test.ts', { cwd: folder, absolute: true })) {
  const text = await readFile(file, 'utf8')
  for (const [number] of text.matchAll(/\bP\d+\.\d+\b/g)) {
    if (!tested.has(number)) tested.set(number, relative(root, file))
  }
}

const missing = [...rules].filter((rule) => !tested.has(rule))
const unknown = [...tested].filter(([number]) => !rules.has(number))
for (const rule of missing) console.log(`no test carries ${rule}`)
for (const [number, file] of unknown) console.log(`${file} carries ${number}, which is no rule`)
console.log(`${rules.size - missing.length} of ${rules.size} rules are tested`)
process.exitCode = missing.length + unknown.length > 0 ? 1 : 0
