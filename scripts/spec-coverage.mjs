/**
 * Lists rules of packages/policy/SPEC.md without a test. Exits with 1 if there are any, if a test names an unknown rule, or if two rules
 * have the same number.
 */
import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { glob } from 'tinyglobby'

const root = join(import.meta.dirname, '..')
const folder = join(root, 'packages/policy')
const spec = await readFile(join(folder, 'SPEC.md'), 'utf8')
const numbers = [...spec.matchAll(/^- \*\*(P\d+\.\d+)\*\*/gm)].map((match) => match[1])
const rules = new Set(numbers)

const tested = new Map()
for (const file of await glob('src/**/*.test.ts', { cwd: folder, absolute: true })) {
  const text = await readFile(file, 'utf8')
  for (const [number] of text.matchAll(/\bP\d+\.\d+\b/g)) {
    if (!tested.has(number)) tested.set(number, relative(root, file))
  }
}

const twice = numbers.filter((number, index) => numbers.indexOf(number) !== index)
const missing = [...rules].filter((rule) => !tested.has(rule))
const unknown = [...tested].filter(([number]) => !rules.has(number))
for (const number of twice) console.log(`two rules have the number ${number}`)
for (const rule of missing) console.log(`no test carries ${rule}`)
for (const [number, file] of unknown) console.log(`${file} carries ${number}, which is no rule`)
console.log(`${rules.size - missing.length} of ${rules.size} rules are tested`)
process.exitCode = missing.length + unknown.length + twice.length > 0 ? 1 : 0
