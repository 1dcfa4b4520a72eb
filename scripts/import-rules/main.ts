// Prints every violation of the import rules, and fails if there is one.
import { root } from '../lib/root.mjs'
import { checkImports } from './check-imports.ts'

const breaches = checkImports(process.argv[2] ?? root)
for (const { rule, where, what } of breaches) console.log(`${where}  ${rule}: ${what}`)
console.log(breaches.length === 0 ? 'import rules hold' : `${breaches.length} breaches of the import rules`)
process.exitCode = breaches.length === 0 ? 0 : 1
