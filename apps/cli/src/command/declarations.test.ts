import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { COMMANDS } from '../features.ts'
import type { CliCommand } from './cli-command.ts'

const folder = join(import.meta.dirname, '../commands')
const files = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => join(folder, name, 'command.ts'))

test.each(files)('a start of the program loads of %s its declaration alone', (file) => {
  const others = staticImports(file).filter(
    (path) => !/\/command\/(argument|cli-command|option)\.ts$|\/commands\/[\w-]+-options?\.ts$/.test(path),
  )
  expect(others).toEqual([])
})

test.each(declared(files))('$name of $file says truly that it needs $needs', ({ needs, bodies }) => {
  const usesServer = bodies.some((body) =>
    reaches(body, /import \{[^}]*\b(reachServer|withServer|onServer)\b/),
  )
  expect(usesServer).toBe(needs === 'server')
})

test('every declared command is in the array', () => {
  const names = (commands: readonly CliCommand[]): readonly string[] =>
    commands.flatMap(({ name, commands: below }) => [name, ...names(below)])
  const inArray = new Set(names(COMMANDS))
  const missing = declared(files).filter(({ name }) => name !== 'countersign' && !inArray.has(name))
  expect(missing).toEqual([])
})

interface Declared {
  readonly file: string
  readonly name: string
  readonly needs: string
  /** What its `run` imports. */
  readonly bodies: readonly string[]
}

function declared(paths: readonly string[]): readonly Declared[] {
  return paths.flatMap((path) =>
    readFileSync(path, 'utf8')
      .split('defineCliCommand({')
      .slice(1)
      .map((text) => ({
        file: path.slice(folder.length + 1),
        name: /name: '([^']+)'/.exec(text)?.[1] ?? '',
        needs: /needs: '([^']+)'/.exec(text)?.[1] ?? '',
        bodies: [...text.matchAll(/import\('(\.[^']+)'\)/g)].map(([, to = '']) => join(dirname(path), to)),
      })),
  )
}

/** Whether a file, or one that it imports, matches. */
function reaches(start: string, pattern: RegExp): boolean {
  const seen = new Set<string>()
  const left = [start]
  for (let file = left.pop(); file !== undefined; file = left.pop()) {
    if (seen.has(file)) continue
    seen.add(file)
    if (pattern.test(readFileSync(file, 'utf8'))) return true
    left.push(...staticImports(file))
  }
  return false
}

function staticImports(file: string): readonly string[] {
  const text = readFileSync(file, 'utf8')
  return [...text.matchAll(/^(?:import|export) (?!type )(?:[^'(]* from )?'(\.[^']+)'/gm)].map(([, to = '']) =>
    join(dirname(file), to),
  )
}
