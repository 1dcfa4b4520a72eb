/** @module-tag slow */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { globSync } from 'tinyglobby'
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

test('no page tells anyone to fetch the command from a registry, where it may be anybody’s', () => {
  const pages = globSync(['README.md', 'docs/**/*.md'], { cwd: root })
  const said = pages.flatMap((page) =>
    readFileSync(join(root, page), 'utf8')
      .split('\n')
      .filter((line) => /\bnpx countersign\b/.test(line))
      .map((line) => `${page}: ${line}`),
  )
  // Both speak of the clone, in which it is linked.
  expect(said.filter((line) => !IN_THE_CLONE.test(line))).toEqual([])
})

const IN_THE_CLONE = /^docs\/(?:figures\.md: \| `npx|guide\/command-line\.md: only there,)/

function countersign(...args: readonly string[]): { readonly stdout: string } {
  const flags = ['--conditions=countersign-source', '--disable-warning=ExperimentalWarning']
  const env = { ...process.env, HOME: '/home/you', COUNTERSIGN_HOME: '/home/you/.local/share/countersign' }
  return spawnSync(node24, [...flags, join(root, 'apps/cli/src/main.ts'), ...args], { env, encoding: 'utf8' })
}
