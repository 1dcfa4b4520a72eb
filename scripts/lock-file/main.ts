// `npm run lock`: completes the lock file after a dependency change. See `complete.ts` for the reason.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../lib/root.mjs'
import { missingEntries, type LockPackages } from './complete.ts'

interface LockFile {
  readonly packages: LockPackages
}

const path = join(process.argv[2] ?? root, 'package-lock.json')
const lock = JSON.parse(readFileSync(path, 'utf8')) as LockFile // written by npm
const missing = missingEntries(lock.packages)
const packages = Object.entries({ ...lock.packages, ...missing }).sort(([a], [b]) => (a < b ? -1 : 1))
writeFileSync(path, `${JSON.stringify({ ...lock, packages: Object.fromEntries(packages) }, null, 2)}\n`)
console.log(`${Object.keys(missing).length} entries added to package-lock.json`)
