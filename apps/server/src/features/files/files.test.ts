import { chmod, mkdir, readFile, stat, writeFile, link } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { toolBench, type ToolBench } from '../../tools/testing/tool-bench.ts'

let bench: ToolBench
beforeEach(async () => {
  bench = await toolBench()
})
afterEach(() => bench.close())

const put = (name: string, content: string | Buffer) => writeFile(join(bench.workspace, name), content)
const text = (name: string) => readFile(join(bench.workspace, name), 'utf8')

describe('files.read', () => {
  const lines = Array.from({ length: 10 }, (_item, index) => `line ${index + 1}`).join('\n')
  test.each([
    [{}, `${lines}\n`],
    [
      { start: 3, lines: 2 },
      'line 3\nline 4\n\n[lines 3 to 4 of 10, 43 more characters: continue with offset 28]',
    ],
    [{ start: 10 }, 'line 10\n\n[lines 10 to 10 of 10]'],
    [{ offset: 63 }, 'line 10\n\n[lines 10 to 10 of 10]'],
  ])('%j', async (range, expected) => {
    await put('a.txt', `${lines}\n`)
    expect((await bench.call('files.read', { path: 'a.txt', ...range })).result.text).toBe(expected)
  })

  test('a long file comes in parts that make the whole', async () => {
    const whole = Array.from({ length: 9000 }, (_item, index) => `${index} ${'ä'.repeat(7)}`).join('\n')
    await put('long.txt', whole)
    let offset = 0
    let read = ''
    for (;;) {
      const { result } = await bench.call('files.read', { path: 'long.txt', offset })
      const note = /\n\[lines .*\]$/s.exec(result.text)
      read += result.text.slice(0, note?.index ?? result.text.length)
      const next = /continue with offset (\d+)\]$/.exec(result.text)?.[1]
      if (next === undefined) break
      offset = Number(next)
    }
    expect(read).toBe(whole)
  })

  test.each([
    ['utf8', Buffer.from('é\n'), 'é\n'],
    ['with a mark', Buffer.from('\ufeffé\n'), 'é\n\n[encoding utf8-bom; preserved when it is edited]'],
    ['UTF-16', Buffer.from('\ufeffé\n', 'utf16le'), 'é\n\n[encoding utf16le; preserved when it is edited]'],
    ['Latin', Buffer.from('caf\xe9\n', 'latin1'), 'café\n\n[encoding latin1; preserved when it is edited]'],
    ['CRLF', Buffer.from('a\r\nb\r\n'), 'a\nb\n\n[lines end in CRLF; preserved when it is edited]'],
    ['binary', Buffer.from([1, 0, 2, 3]), '`f` is not text: 4 bytes of something else'],
    ['empty', Buffer.from(''), ''],
  ])('%s', async (_name, bytes, expected) => {
    await put('f', bytes)
    expect((await bench.call('files.read', { path: 'f' })).result.text).toBe(expected)
  })

  test.each([
    ['missing.txt', 'not_found'],
    ['folder', 'not_a_file'],
  ])('%s is %s', async (path, code) => {
    await mkdir(join(bench.workspace, 'folder'))
    expect((await bench.call('files.read', { path })).result).toMatchObject({ state: 'failed', code })
  })
})

describe('files.edit', () => {
  const edit = (edits: unknown) => bench.call('files.edit', { path: 'a.txt', edits })
  test('one place: the card has the text before and after', async () => {
    await put('a.txt', 'one\ntwo\nthree\n')
    const { result, call } = await edit([{ old_text: 'two', new_text: '2' }])
    expect(result).toMatchObject({ state: 'succeeded', changed: [join(bench.workspace, 'a.txt')] })
    const after = 'one\n2\nthree\n'
    expect(call.body).toMatchObject({ kind: 'write', path: 'a.txt', before: 'one\ntwo\nthree\n', after })
    expect(await text('a.txt')).toBe(after)
  })

  test.each([
    ['not there', [{ old_text: 'four', new_text: '4' }], 'no_match'],
    ['twice', [{ old_text: 'o', new_text: '0' }], 'no_match'],
    [
      'the second does not fit',
      [
        { old_text: 'one', new_text: '1' },
        { old_text: 'four', new_text: '4' },
      ],
      'no_match',
    ],
    ['nothing changes', [{ old_text: 'one', new_text: 'one' }], 'no_change'],
  ])('%s: nothing is written, and in default mode nobody is asked', async (_name, edits, code) => {
    await put('a.txt', 'one\ntwo\n')
    bench.policy({ mode: 'default', layers: [] })
    const { result, states } = await edit(edits)
    expect(result).toMatchObject({ state: 'failed', code })
    expect(states).toEqual(['failed'])
    expect(await text('a.txt')).toBe('one\ntwo\n')
  })

  test('what a file holds is not told by a failure where a rule asks: a person looks first', async () => {
    await put('.env', 'KEY=1\n')
    const { states } = await bench.call(
      'files.edit',
      { path: '.env', edits: [{ old_text: 'KEY=2', new_text: 'x' }] },
      { answer: 'no' },
    )
    expect(states).toEqual(['waiting', 'denied'])
  })

  test('several edits, and all places of one', async () => {
    await put('a.txt', 'a b a b\n')
    await edit([
      { old_text: 'a', new_text: 'c', all: true },
      { old_text: 'c b c', new_text: 'd' },
    ])
    expect(await text('a.txt')).toBe('d b\n')
  })

  test('replacement texts are taken by the letter', async () => {
    await put('a.txt', 'x\n')
    await edit([{ old_text: 'x', new_text: '$& $1 $$' }])
    expect(await text('a.txt')).toBe('$& $1 $$\n')
  })

  test.each([
    ['CRLF', Buffer.from('one\r\ntwo\r\n'), Buffer.from('one\r\n2\r\nnew\r\n')],
    ['mixed line ends', Buffer.from('one\r\ntwo\n'), Buffer.from('one\r\n2\nnew\n')],
    ['a mark', Buffer.from('\ufeffone\ntwo\n'), Buffer.from('\ufeffone\n2\nnew\n')],
    ['UTF-16', Buffer.from('\ufeffone\ntwo\n', 'utf16le'), Buffer.from('\ufeffone\n2\nnew\n', 'utf16le')],
    ['Latin', Buffer.from('\xe9\ntwo\n', 'latin1'), Buffer.from('\xe9\n2\nnew\n', 'latin1')],
  ])('%s stays', async (_name, before, after) => {
    await put('a.txt', before)
    await edit([{ old_text: 'two\n', new_text: '2\nnew\n' }])
    expect(await readFile(join(bench.workspace, 'a.txt'))).toEqual(after)
  })

  test('the mode of the file stays', async () => {
    await put('a.txt', 'x\n')
    await chmod(join(bench.workspace, 'a.txt'), 0o751)
    await edit([{ old_text: 'x', new_text: 'y' }])
    expect((await stat(join(bench.workspace, 'a.txt'))).mode & 0o7777).toBe(0o751)
  })
})

describe('files.write and files.create', () => {
  test('folders on the way are made', async () => {
    await bench.call('files.write', { path: 'a/b/c.txt', content: 'x' })
    expect(await text('a/b/c.txt')).toBe('x')
  })

  test('a file that is replaced keeps its line ends', async () => {
    await put('a.txt', 'a\r\nb\r\n')
    await bench.call('files.write', { path: 'a.txt', content: 'c\nd\n' })
    expect(await text('a.txt')).toBe('c\r\nd\r\n')
  })

  test('create never replaces', async () => {
    await put('a.txt', 'mine')
    expect((await bench.call('files.create', { path: 'a.txt', content: 'x' })).result.code).toBe('exists')
    expect(await text('a.txt')).toBe('mine')
  })

  test('a slash at the end creates a folder', async () => {
    const { call, result } = await bench.call('files.create', { path: 'new/folder/' })
    expect(result.state).toBe('succeeded')
    expect(call.body).toMatchObject({ kind: 'path', action: 'create folder', paths: ['new/folder/'] })
    expect((await stat(join(bench.workspace, 'new/folder'))).isDirectory()).toBe(true)
  })

  test.each([
    ['files.write', { path: 'a.txt', content: 'mine' }],
    ['files.edit', { path: 'a.txt', edits: [{ old_text: 'old', new_text: 'mine' }] }],
    ['files.rename', { from: 'a.txt', to: 'b.txt' }],
    ['files.delete', { path: 'a.txt' }],
  ])('%s of a file that changed since it was proposed is stale', async (tool, args) => {
    await put('a.txt', 'old')
    bench.policy({ mode: 'default', layers: [] })
    const { result } = await bench.call(tool, args, { meanwhile: () => put('a.txt', 'theirs, old') })
    expect(result).toMatchObject({ state: 'failed', code: 'stale' })
    expect(await text('a.txt')).toBe('theirs, old')
  })

  test('what was found in place of what was shown is told', async () => {
    await put('a.txt', 'old')
    bench.policy({ mode: 'default', layers: [] })
    const args = { path: 'a.txt', content: 'mine' }
    const { call, result } = await bench.call('files.write', args, {
      meanwhile: () => put('a.txt', 'theirs'),
    })
    expect(call.body).toMatchObject({ before: 'old', after: 'mine', overwrites: 3, versioned: 'none' })
    expect(result.found).toMatchObject({ kind: 'write', before: 'theirs', overwrites: 6 })
  })

  test('a new file overwrites nothing; an edit is not the whole file', async () => {
    const made = await bench.call('files.write', { path: 'n.txt', content: 'new' })
    expect(made.call.body).toEqual({
      kind: 'write',
      path: 'n.txt',
      before: null,
      after: 'new',
      outside_workspace: false,
      versioned: 'none',
    })
    const edit = { path: 'n.txt', edits: [{ old_text: 'new', new_text: 'newer' }] }
    expect((await bench.call('files.edit', edit)).call.body).not.toHaveProperty('overwrites')
  })
})

describe('files.rename and files.delete', () => {
  test('both ends are what rules match', async () => {
    await put('a.txt', 'x')
    const { call, result } = await bench.call('files.rename', { from: 'a.txt', to: 'sub/b.txt' })
    expect(call.specifier).toMatchObject({
      kind: 'path',
      paths: [{ asked: 'a.txt' }, { asked: 'sub/b.txt' }],
    })
    expect(call.body).toEqual({
      kind: 'path',
      action: 'rename',
      paths: ['a.txt', 'sub/b.txt'],
      outside_workspace: false,
    })
    expect(result.state).toBe('succeeded')
    expect(await text('sub/b.txt')).toBe('x')
  })

  test.each([
    [{ from: 'missing', to: 'b' }, 'not_found'],
    [{ from: 'a.txt', to: 'taken.txt' }, 'exists'],
    [{ from: 'a.txt', to: './a.txt' }, 'no_change'],
    [{ from: 'folder', to: 'folder/inside' }, 'into_itself'],
  ])('%j is %s', async (args, code) => {
    await put('a.txt', 'x')
    await put('taken.txt', 'y')
    await mkdir(join(bench.workspace, 'folder'))
    expect((await bench.call('files.rename', args)).result).toMatchObject({ state: 'failed', code })
    expect(await text('taken.txt')).toBe('y')
  })

  test('a deleted folder is whole in the trash, and the card says how much it is', async () => {
    await mkdir(join(bench.workspace, 'folder'))
    await put('folder/a.txt', 'abc')
    bench.policy({ mode: 'default', layers: [] })
    const { call, result, states } = await bench.call('files.delete', { path: 'folder' })
    expect(call.body).toEqual({
      kind: 'path',
      action: 'delete',
      paths: ['folder'],
      files: 1,
      bytes: 3,
      outside_workspace: false,
      versioned: 'none',
    })
    expect(states).toEqual(['waiting', 'approved', 'running', 'succeeded'])
    expect(result.changed).toEqual([join(bench.workspace, 'folder')])
    expect(await readFile(join(bench.home, 'trash/kept-1/folder/a.txt'), 'utf8')).toBe('abc')
  })

  test('a deletion that the trash brings back asks in Ask, runs in Auto and by a rule', async () => {
    const deleted = async () => {
      await put('a.txt', 'x')
      return bench.call('files.delete', { path: 'a.txt' }, { answer: 'no' })
    }
    bench.policy({ mode: 'default', layers: [] })
    expect(await deleted()).toMatchObject({
      states: ['waiting', 'denied'],
      call: { facts: { destructive: false } },
    })
    bench.policy({ mode: 'acceptEdits', layers: [] })
    expect((await deleted()).states).toEqual(['waiting', 'denied'])
    bench.policy({ mode: 'default', layers: [{ layer: 'user', lists: { allow: ['files.delete(/a.txt)'] } }] })
    expect((await deleted()).result.state).toBe('succeeded')
    bench.policy({ mode: 'auto', layers: [] })
    expect((await deleted()).result.state).toBe('succeeded')
  })

  test('what lies outside of the workspace, or has other names, is destructive: no mode and no rule lets it run', async () => {
    bench.policy({ mode: 'auto', layers: [{ layer: 'user', lists: { allow: ['files.delete'] } }] })
    const outside = join(bench.home, 'outside.txt')
    await writeFile(outside, 'x')
    await put('a.txt', 'x')
    await link(join(bench.workspace, 'a.txt'), join(bench.workspace, 'b.txt'))
    for (const path of [outside, 'a.txt'])
      expect(await bench.call('files.delete', { path }, { answer: 'no' })).toMatchObject({
        states: ['waiting', 'denied'],
        call: { facts: { destructive: true } },
      })
  })

  test('the workspace itself is behind a breaker', async () => {
    const { states, call } = await bench.call('files.delete', { path: '.' }, { answer: 'no' })
    expect(states).toEqual(['waiting', 'denied'])
    expect(call.facts.destructive).toBe(true)
  })
})

describe('what the model is told of a file that changed since', () => {
  const edit = { path: 'notes.txt', edits: [{ old_text: 'old', new_text: 'new' }] }
  const change = () => put('notes.txt', 'theirs\n')

  test('the difference, where it may read the file', async () => {
    await put('notes.txt', 'old\n')
    bench.policy({ mode: 'default', layers: [] })
    const { result } = await bench.call('files.edit', edit, { meanwhile: change })
    expect(result).toMatchObject({ code: 'stale', found: { kind: 'write', before: 'theirs\n' } })
    expect(result.text).toContain('@@ line 1 @@\n-old\n+theirs')
  })

  test.each(['deny', 'ask'] as const)('nothing of it, where a rule says %s to reading it', async (list) => {
    await put('notes.txt', 'old\n')
    const lists = { [list]: ['files.read(notes.txt)'] }
    bench.policy({ mode: 'default', layers: [{ layer: 'user', lists }] })
    const { result } = await bench.call('files.edit', edit, { meanwhile: change })
    expect(result.code).toBe('stale')
    expect(result.text).not.toContain('theirs')
  })
})
