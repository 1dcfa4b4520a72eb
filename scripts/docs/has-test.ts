import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../lib/root.mjs'

/** Whether the file contains the title as a complete string, as the name of a test or of a group of tests. */
export function hasTest(file: string, title: string): boolean {
  const path = join(root, file)
  if (!existsSync(path)) return false
  const source = readFileSync(path, 'utf8')
  return ["'", '"', '`'].some((quote) => {
    const named = `${quote}${title}${quote},`
    for (let at = source.indexOf(named); at >= 0; at = source.indexOf(named, at + 1))
      if (source.slice(0, at).trimEnd().endsWith('(')) return true
    return false
  })
}
