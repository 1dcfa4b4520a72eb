import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { globSync } from 'tinyglobby'

/** Vitest projects that need no browser. */
const PROJECTS = ['packages', 'server', 'web', 'web drawn', 'tools'] as const

/** A test file that kills processes, needs the built product or a second database, or takes seconds, has this tag in its first comment. */
const SLOW = /^\/\*\* @module-tag slow\b/

/** Arguments for vitest: everything except the browser and the files tagged `slow`. */
export function quickArguments(root: string): readonly string[] {
  return [
    ...PROJECTS.map((project) => `--project=${project}`),
    ...slowFiles(root).map((file) => `--exclude=${file}`),
  ]
}

export function slowFiles(root: string): readonly string[] {
  const files = globSync(['{packages,apps}/*/src/**/*.test.{ts,tsx}', '{scripts,bench}/**/*.test.ts'], {
    cwd: root,
  })
  return files.filter((file) => SLOW.test(readFileSync(join(root, file), 'utf8'))).toSorted()
}
