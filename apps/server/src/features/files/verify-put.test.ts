import { parseCall, type Call, type Tool } from '@countersign/agent'
import { CallId, ThreadId, TurnId } from '@countersign/protocol'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { toolBench, type ToolBench } from '../../tools/testing/tool-bench.ts'
import { hashOf } from '../../platform/files/content-files.ts'

let bench: ToolBench
beforeEach(async () => {
  bench = await toolBench()
  await writeFile(join(bench.workspace, 'a.txt'), 'before\n')
})
afterEach(() => bench.close())

const CALLS = {
  'files.write': { path: 'a.txt', content: 'after\n' },
  'files.edit': { path: 'a.txt', edits: [{ old_text: 'before', new_text: 'after' }] },
  'files.create': { path: 'new/b.txt', content: 'after\n' },
} as const
type Name = keyof typeof CALLS
const names = Object.keys(CALLS) as Name[] // the keys of the table above

async function proposed(
  name: Name,
): Promise<{ readonly call: Call; readonly tool: Tool; readonly file: string }> {
  const origin = {
    id: CallId.parse('call_cut'),
    threadId: ThreadId.parse('thr_bench'),
    turnId: TurnId.parse('trn_1'),
    parentId: null,
    depth: 0,
    place: bench.place,
  }
  const asked = { providerId: 'p', name, input: JSON.stringify(CALLS[name]) }
  const parsed = await parseCall(bench.belt, asked, origin)
  if (!parsed.ok) throw new Error(parsed.result.text)
  return { ...parsed, file: join(bench.workspace, CALLS[name].path) }
}

/** What the tool keeps right before it changes the file. */
async function keep(call: Call, file: string): Promise<void> {
  const hash = (text: string) => hashOf(Buffer.from(text))
  const isNew = call.tool === 'files.create'
  const before = isNew
    ? ({ kind: 'absent' } as const)
    : ({ kind: 'file', hash: hash('before\n'), mode: 0o644 } as const)
  const after = { kind: 'file', hash: hash('after\n'), mode: 0o644 } as const
  await bench.checkpoints.keep(call, [{ kind: 'set', path: file, before, after }])
}

async function put(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, text, { mode: 0o644 })
}

describe.each(names)('%s that was cut off', (name) => {
  test('before it kept anything was not done', async () => {
    const { call, tool } = await proposed(name)
    expect(await tool.verify(call, bench.place)).toEqual({ kind: 'not_done' })
  })

  test('between keeping and changing was not done', async () => {
    const { call, tool, file } = await proposed(name)
    await keep(call, file)
    expect(await tool.verify(call, bench.place)).toEqual({ kind: 'not_done' })
  })

  test('after the change was done, and says what can be put back', async () => {
    const { call, tool, file } = await proposed(name)
    await keep(call, file)
    await put(file, 'after\n')
    expect(await tool.verify(call, bench.place)).toMatchObject({ kind: 'done', changed: [file] })
  })

  test.each([true, false])('is for a person when something else is there (kept: %s)', async (kept) => {
    const { call, tool, file } = await proposed(name)
    if (kept) await keep(call, file)
    await put(file, 'mine\n')
    expect(await tool.verify(call, bench.place)).toEqual({ kind: 'unknown' })
    if (name === 'files.create') return
    await rm(file)
    expect(await tool.verify(call, bench.place)).toEqual({ kind: 'unknown' })
  })
})

test('a folder that was to be made and is there was made', async () => {
  const path = join(bench.workspace, 'folder')
  const call = { ...(await proposed('files.create')).call, targets: [{ path, hash: null }] }
  const tool = bench.belt.get('files.create')
  const made = { kind: 'set', path, before: { kind: 'absent' }, after: { kind: 'folder', mode: 0 } } as const
  expect(await tool?.verify(call, bench.place)).toEqual({ kind: 'not_done' })
  await bench.checkpoints.keep(call, [made])
  expect(await tool?.verify(call, bench.place)).toEqual({ kind: 'not_done' })
  await mkdir(path)
  expect(await tool?.verify(call, bench.place)).toMatchObject({ kind: 'done', changed: [path] })
})

test('what is made again after it was cut off is kept once, and taken back once', async () => {
  const { call, file } = await proposed('files.write')
  await keep(call, file)
  await keep(call, file)
  expect((await bench.checkpoints.read(call.id))?.changes).toHaveLength(1)
  expect(await readFile(file, 'utf8')).toBe('before\n')
})
