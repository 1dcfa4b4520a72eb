import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { globSync } from 'tinyglobby'
import { expect, test } from 'vitest'
import { root } from '../lib/root.mjs'

const PAGES = globSync(['*.md', 'docs/**/*.md', '{packages,apps}/*/*.md'], {
  cwd: root,
  ignore: ['**/node_modules/**'],
})

// A path in backticks that starts with one of our folders; a glob or a <placeholder> is not a file name.
const NAMED = /`((?:packages|apps|scripts|docs|corpus|bench|\.ci)\/[^`\s*<…]+)`/g
const LINKED = /\]\((?!https?:|#|mailto:)([^)\s#]+)(?:#[^)]*)?\)/g

test.each(PAGES)('every file that %s names is there', (page) => {
  const text = readFileSync(join(root, page), 'utf8')
  const named = [...text.matchAll(NAMED)].map(([, path = '']) => path)
  const linked = [...text.matchAll(LINKED)].map(([, path = '']) => join(dirname(page), path))
  expect([...named, ...linked].filter((path) => !existsSync(join(root, path)))).toEqual([])
})

const SOURCES = globSync(['{packages,apps,scripts,bench,e2e}/**/*.{ts,tsx,mjs}'], {
  cwd: root,
  ignore: ['**/node_modules/**', '**/dist/**'],
})
/** Excludes this file, because it contains names that do not exist. */
const WORDS = new Set(
  SOURCES.filter((path) => path !== 'scripts/docs/named-files.test.ts').flatMap(
    (path) => readFileSync(join(root, path), 'utf8').match(/[A-Za-z_$][\w$]*/g) ?? [],
  ),
)

test.each(PAGES)('every identifier that %s names is in the sources', (page) => {
  expect(unknownIdentifiers(readFileSync(join(root, page), 'utf8'))).toEqual([])
})

test.each(PAGES)('every source file that %s names without its folder is there', (page) => {
  expect(unknownSourceFiles(readFileSync(join(root, page), 'utf8'))).toEqual([])
})

test('a name that is gone is noticed', () => {
  expect(
    unknownIdentifiers('`decide`, `GateRequest`, `GateRequest.call`, `runLevel()`, `git commit`'),
  ).toEqual([])
  expect(unknownIdentifiers('`Gate` + `Request2x`, `GateRequest.callGone`, `runLevelGone()`')).toEqual([
    'Request2x',
    'GateRequest.callGone',
    'runLevelGone()',
  ])
  expect(unknownSourceFiles('`decide.ts`, `shell/reader.ts`, `shell/gone.ts`, `*.test.ts`')).toEqual([
    'shell/gone.ts',
  ])
})

/** A name in backticks, possibly with members and `()`, is an identifier if it is in camelCase or PascalCase. */
function unknownIdentifiers(text: string): readonly string[] {
  return codeOf(text).filter(
    (code) =>
      /^[A-Za-z][\w.]*(?:\(\))?$/.test(code) &&
      (code.match(/\b(?:[a-z][a-z\d]*[A-Z]|[A-Z][a-z])\w*/g) ?? []).some((name) => !WORDS.has(name)),
  )
}

function unknownSourceFiles(text: string): readonly string[] {
  return codeOf(text).filter(
    (code) =>
      /^\w[\w./-]*\.(?:tsx?|mjs)$/.test(code) &&
      !SOURCES.some((path) => path === code || path.endsWith(`/${code}`)),
  )
}

function codeOf(text: string): readonly string[] {
  return [...text.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code)
}

const ANCHORED = /\]\((?!https?:|mailto:)([^)\s#]*)#([^)]+)\)/g

test.each(PAGES)('every heading that %s links to is there', (page) => {
  const text = readFileSync(join(root, page), 'utf8')
  const links = [...text.matchAll(ANCHORED)].map(([, path = '', anchor = '']) => ({
    path: path === '' ? page : join(dirname(page), path),
    anchor,
  }))
  expect(links.filter(({ path, anchor }) => !headingsOf(path).has(anchor))).toEqual([])
})

/** The anchors of the headings, as sites that render such pages name them. */
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
