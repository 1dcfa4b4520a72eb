import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { globSync } from 'tinyglobby'
import { expect, test } from 'vitest'
import { root } from '../lib/root.mjs'

const PAGES = globSync(['*.md', 'docs/**/*.md', '{packages,apps}/*/*.md'], {
  cwd: root,
  ignore: ['**/node_modules/**'],
})

// A path in backticks that begins where our folders begin; a glob or a <placeholder> names no file.
const NAMED = /`((?:packages|apps|scripts|docs|corpus|bench|\.ci)\/[^`\s*<…]+)`/g
const LINKED = /\]\((?!https?:|#|mailto:)([^)\s#]+)(?:#[^)]*)?\)/g

test.each(PAGES)('every file that %s names is there', (page) => {
  const text = readFileSync(join(root, page), 'utf8')
  const named = [...text.matchAll(NAMED)].map(([, path = '']) => path)
  const linked = [...text.matchAll(LINKED)].map(([, path = '']) => join(dirname(page), path))
  expect([...named, ...linked].filter((path) => !existsSync(join(root, path)))).toEqual([])
})

const ANCHORED = /\]\((?!https?:|mailto:)([^)\s#]*)#([^)]+)\)/g

test.each(PAGES)('every heading that %s links to is there', (page) => {
  const text = readFileSync(join(root, page), 'utf8')
  const links = [...text.matchAll(ANCHORED)].map(([, path = '', anchor = '']) => ({
    path: path === '' ? page : join(dirname(page), path),
    anchor,
  }))
  expect(links.filter(({ path, anchor }) => !headingsOf(path).has(anchor))).toEqual([])
})

/** As the sites that show such pages name them. */
function headingsOf(path: string): ReadonlySet<string> {
  const text = readFileSync(join(root, path), 'utf8')
  return new Set(
    [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  )
}
