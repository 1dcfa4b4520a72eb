/** @module-tag slow */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { node24, root } from '../lib/root.mjs'

const text = readFileSync(join(root, 'README.md'), 'utf8')
const shown = [...text.matchAll(/^ {4}\$ countersign (explain "([^"]+)" --mode (\w+))\n {4}(.+)$/gm)].map(
  ([, line = '', call = '', mode = '', printed = '']) => ({ line, call, mode, printed }),
)

test('the README shows decisions', () => expect(shown.length).toBeGreaterThanOrEqual(2))

test.each(shown)('$line prints what the README says', ({ call, mode, printed }) => {
  const ran = countersign('explain', call, '--mode', mode, '--workspace', '/home/you/project')
  expect(ran.stdout.split('\n')[0]).toBe(printed)
})

const named = [...text.matchAll(/`countersign ([a-z]+(?: [a-z]+)?)/g)].map(([, words = '']) => words)

test.each([...new Set(named)])('`countersign %s` is there', (words) => {
  const ran = countersign(...words.split(' '), '--help')
  expect(ran.stdout).toMatch(new RegExp(`^Usage: countersign ${words} `))
})

function countersign(...args: readonly string[]): { readonly stdout: string } {
  const flags = ['--conditions=countersign-source', '--disable-warning=ExperimentalWarning']
  const env = { ...process.env, HOME: '/home/you', COUNTERSIGN_HOME: '/home/you/.local/share/countersign' }
  return spawnSync(node24, [...flags, join(root, 'apps/cli/src/main.ts'), ...args], { env, encoding: 'utf8' })
}
