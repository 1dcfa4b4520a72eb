import { createHash } from 'node:crypto'
import { readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const NEVER_INPUT = new Set(['node_modules', 'dist', 'test-results', 'playwright-report', 'coverage'])

/**
 * A hash over names and contents of all files under `paths`. Tests are not build inputs.
 * @param {string} folder
 * @param {readonly string[]} paths
 */
export function hashInputs(folder, paths) {
  const hash = createHash('sha256')
  for (const path of paths) for (const file of filesUnder(folder, path)) hashFile(hash, folder, file)
  return hash.digest('hex')
}

/**
 * @param {import('node:crypto').Hash} hash
 * @param {string} folder
 * @param {string} file
 */
function hashFile(hash, folder, file) {
  const content = readFileSync(join(folder, file))
  // The length separates adjacent values, so that two of them cannot be confused with one.
  hash.update(`${file}\0${content.length}\0`).update(content)
}

/**
 * @param {string} folder
 * @param {string} path
 * @returns {string[]}
 */
function filesUnder(folder, path) {
  const stat = statSync(join(folder, path), { throwIfNoEntry: false })
  if (!stat) return []
  if (!stat.isDirectory()) return isInput(path) ? [path] : []
  const names = readdirSync(join(folder, path)).filter(
    (name) => !NEVER_INPUT.has(name) && !name.startsWith('.'),
  )
  return names.sort().flatMap((name) => filesUnder(folder, `${path}/${name}`))
}

/** @param {string} path */
function isInput(path) {
  return !/\.(test|spec)\.tsx?$|\.md$|\.tsbuildinfo$/.test(path)
}
