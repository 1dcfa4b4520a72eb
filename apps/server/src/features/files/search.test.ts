import { link, mkdir, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Toolbelt } from '@countersign/agent'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { toolBench, type ToolBench } from '../../tools/testing/tool-bench.ts'
import { filesList } from './list.ts'
import { plainSearch } from './plain-search.ts'
import { ripgrep } from './ripgrep.ts'
import { filesSearch } from './search.ts'

const FILES: Readonly<Record<string, string>> = {
  '.gitignore': 'build/\n*.log\n!keep.log\n',
  'a.ts': 'one needle\ntwo\n',
  'b.md': 'Needle\nneedle (x)\n',
  'src/c.ts': 'x\nneedle\ny\n',
  'src/.gitignore': 'local.ts\n',
  'src/local.ts': 'needle\n',
  'build/out.ts': 'needle\n',
  'debug.log': 'needle\n',
  'keep.log': 'needle\n',
  '.git/config': 'needle\n',
  '.env': 'needle=secret\n',
  'private/d.ts': 'needle\n',
}

describe.each([
  ['ripgrep', ripgrep],
  ['without ripgrep', plainSearch],
] as const)('%s', (_name, finder) => {
  let bench: ToolBench
  beforeEach(async () => {
    bench = await toolBench(() => new Toolbelt([filesList, filesSearch([finder])]))
    for (const [name, content] of Object.entries(FILES)) {
      await mkdir(dirname(join(bench.workspace, name)), { recursive: true })
      await writeFile(join(bench.workspace, name), content)
    }
  })
  afterEach(() => bench.close())

  test.each([
    ['needle', '5 matches for "needle"'],
    ['one needle', '1 match for "one needle"'],
    ['nowhere', 'no matches for "nowhere"'],
  ])('the row of a search for %s says %s', async (pattern, summary) => {
    expect((await bench.call('files.search', { pattern })).result).toMatchObject({ summary })
  })

  const search = async (args: object) => (await bench.call('files.search', args)).result.text
  const left = '[1 files not shown: rules deny or ask about reading them, or they cannot be read]'

  test.each([
    [
      { pattern: 'needle' },
      [
        'a.ts:1: one needle',
        'b.md:2: needle (x)',
        'keep.log:1: needle',
        'private/d.ts:1: needle',
        'src/c.ts:2: needle',
      ],
    ],
    [
      { pattern: 'n[e]+dle', glob: '*.ts' },
      ['a.ts:1: one needle', 'private/d.ts:1: needle', 'src/c.ts:2: needle'],
    ],
    [{ pattern: '^needle', ignore_case: true, glob: '*.md' }, ['b.md:1: Needle\nb.md:2: needle (x)']],
    [{ pattern: 'needle (x)', literal: true }, ['b.md:2: needle (x)']],
    [{ pattern: 'needle', path: 'src' }, ['src/c.ts:2: needle']],
    [
      { pattern: 'needle', path: 'src/c.ts', around: 1 },
      ['src/c.ts:1- x\nsrc/c.ts:2: needle\nsrc/c.ts:3- y'],
    ],
    [{ pattern: 'needle', path: 'src', names_only: true }, ['src/c.ts: 1']],
    [{ pattern: 'needle', path: 'src', ignored: true }, ['src/c.ts:2: needle', 'src/local.ts:1: needle']],
    [{ pattern: 'no such thing' }, ['No matches.']],
    [{ pattern: '-e' }, ['No matches.']],
  ])('%j', async (args, expected) => {
    const lines = (await search(args)).split('\n').filter((line) => !line.startsWith('['))
    expect(lines.join('\n')).toBe(expected.join('\n'))
  })

  test('a line with separators of Unicode is one line', async () => {
    await writeFile(join(bench.workspace, 'odd.txt'), 'a\u2028haystack\u2029b\n')
    expect(await search({ pattern: 'haystack', names_only: true })).toBe('odd.txt: 1')
  })

  test('a shipped rule keeps secrets out of what is found', async () => {
    const text = await search({ pattern: 'needle=' })
    expect(text).not.toContain('secret')
  })

  test('rules about reading hold file by file', async () => {
    bench.policy({ mode: 'auto', layers: [{ layer: 'user', lists: { deny: ['files.read(/private/**)'] } }] })
    expect(await search({ pattern: 'needle', glob: '*.ts' })).not.toContain('private')
  })

  test('a pattern that is none is told as that', async () => {
    const { result } = await bench.call('files.search', { pattern: '(' })
    expect(result).toMatchObject({ state: 'failed', code: 'bad_pattern' })
  })

  test('links and second names of outside files are not searched', async () => {
    await writeFile(join(bench.outside, 'secret.txt'), 'needle outside\n')
    await symlink(bench.outside, join(bench.workspace, 'way-out'))
    await symlink(join(bench.outside, 'secret.txt'), join(bench.workspace, 'link.txt'))
    await link(join(bench.outside, 'secret.txt'), join(bench.workspace, 'second-name.txt'))
    expect(await search({ pattern: 'needle outside' })).toBe(`No matches.\n${left}`)
  })

  test('an expression that never ends is ended', async () => {
    await writeFile(join(bench.workspace, 'a.txt'), `${'a'.repeat(60)}b\n`)
    expect(await search({ pattern: '(a+)+$', path: 'a.txt' })).toBeTypeOf('string')
  })
})

describe('files.list', () => {
  let bench: ToolBench
  beforeEach(async () => {
    bench = await toolBench(() => new Toolbelt([filesList]))
    for (const [name, content] of Object.entries(FILES)) {
      await mkdir(dirname(join(bench.workspace, name)), { recursive: true })
      await writeFile(join(bench.workspace, name), content)
    }
  })
  afterEach(() => bench.close())
  const list = async (args: object) => (await bench.call('files.list', args)).result.text.split('\n')

  test('git’s ignore files count, and rules about reading', async () => {
    expect(await list({})).toEqual([
      '.gitignore',
      'a.ts',
      'b.md',
      'keep.log',
      'private/',
      'src/',
      '[2 ignored by git; `ignored: true` shows them]',
      '[1 not shown: rules deny or ask about reading them]',
    ])
  })

  test('deeper, and with what is ignored', async () => {
    expect(await list({ path: 'src', ignored: true })).toEqual(['.gitignore', 'c.ts', 'local.ts'])
    expect(await list({ depth: 2 })).toContain('src/c.ts')
    expect(await list({ depth: 2 })).not.toContain('src/local.ts')
  })

  test('links are shown, not followed', async () => {
    await symlink(bench.outside, join(bench.workspace, 'way-out'))
    await writeFile(join(bench.outside, 'secret.txt'), '')
    const lines = await list({ depth: 3 })
    expect(lines).toContain('way-out@')
    expect(lines.join('\n')).not.toContain('secret.txt')
  })
})
