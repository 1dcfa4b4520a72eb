import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { root } from '../lib/root.mjs'

const text = readFileSync(join(root, 'docs/figures.md'), 'utf8')
const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')))

/** Text in backticks that is a command or the path of a test. */
const commands = [...new Set([...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code))].filter((code) =>
  /^(?:[A-Z_]+=\S+ )*(?:npm|npx|node) (?!-e)|\.test\.ts$/.test(code),
)

test('there are commands', () => expect(commands.length).toBeGreaterThan(15))

test.each(commands)('%s can be run', (command) => {
  expect(missing(command)).toBeUndefined()
})

test('what cannot be run is noticed', () => {
  expect(missing('npm run gone')).toBe('the script `gone`')
  expect(missing('node bench/gone.ts')).toBe('`bench/gone.ts`')
  expect(missing('npm test -- scripts/gone')).toBe('`scripts/gone`')
})

test('every table of figures says how to measure it again', () => {
  const sections = text.split(/^## /m).slice(1)
  const silent = sections.filter(
    (section) => section.includes('measured') && !/`[^`]*(?:npm |npx |node )[^`]*`/.test(section),
  )
  expect(silent.map((section) => section.split('\n')[0])).toEqual([])
})

/** The missing script or file that a command needs. */
function missing(command: string): string | undefined {
  const script = /^npm run (\S+)/.exec(command)?.[1]
  if (script !== undefined) return Object.hasOwn(scripts, script) ? undefined : `the script \`${script}\``
  const path = command.split(' ').find((word) => word.includes('/'))
  return path === undefined || existsSync(join(root, path)) ? undefined : `\`${path}\``
}
