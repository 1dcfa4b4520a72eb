import { CallId, ThreadId } from '@countersign/protocol'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { hashOf } from '../../platform/files/content-files.ts'
import { openCheckpoints, type Checkpoints } from '../../checkpoints/checkpoints.ts'
import { UNDO_TOOL } from './past-calls.ts'
import { fileAt, planFile } from './undo-plan.ts'
import { verifyUndo } from './undo-tool.ts'

let folder: string
let checkpoints: Checkpoints
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cs-undo-'))
  checkpoints = openCheckpoints({
    folder: join(folder, 'kept'),
    trash: join(folder, 'trash'),
    now: () => 1,
    newName: () => 'name',
    paths: { alone: (_paths, work) => work() },
  })
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const call = {
  id: CallId.parse('call_undo'),
  turnId: null,
  threadId: ThreadId.parse('thr_1'),
  title: UNDO_TOOL,
}

test('a server that dies between what is kept and what is written knows which of the two happened', async () => {
  const path = join(folder, 'a.txt')
  const state = (text: string) => ({ kind: 'file', hash: hashOf(Buffer.from(text)), mode: 0o644 }) as const
  await writeFile(path, 'agent\n', { mode: 0o644 })
  expect(await verifyUndo(checkpoints, call)).toEqual({ kind: 'not_done' })
  await checkpoints.keep(call, [{ kind: 'set', path, before: state('agent\n'), after: state('mine\n') }])
  expect(await verifyUndo(checkpoints, call)).toEqual({ kind: 'not_done' })
  await writeFile(path, 'mine\n')
  expect(await verifyUndo(checkpoints, call)).toMatchObject({ kind: 'done', changed: [path] })
  await writeFile(path, 'someone else\n')
  expect(await verifyUndo(checkpoints, call)).toEqual({ kind: 'unknown' })
})

test('hunks of several calls are taken back in the order in which they were made', async () => {
  const path = join(folder, 'b.txt')
  const texts = ['1\n2\n3\n', '1\ntwo\n3\n', '1\nTWO\n3\n']
  await writeFile(path, texts[2] ?? '')
  const ids = ['call_zz', 'call_aa'].map((id) => CallId.parse(id))
  for (const [index, id] of ids.entries()) {
    const [before, after] = [Buffer.from(texts[index] ?? ''), Buffer.from(texts[index + 1] ?? '')]
    const side = (bytes: Buffer) => ({ kind: 'file', hash: hashOf(bytes), mode: 0o644 }) as const
    const change = { kind: 'set', path, before: side(before), after: side(after) } as const
    await checkpoints.keep({ ...call, id }, [change], [before, after])
  }
  const bytes = await readFile(path)
  const now = {
    kind: 'file',
    bytes,
    hash: hashOf(bytes),
    mode: 0o644,
    owner: { uid: 0, gid: 0 },
    links: 1,
  } as const
  const file = await fileAt(checkpoints, path, now, ids.toReversed())
  const parts = file.changes.map((change) => ({ call: change.call, hunk: change.hunks[0]?.id ?? '' }))
  expect(planFile(file, parts, { back: false })).toMatchObject({ after: texts[0], conflicts: [] })
})
