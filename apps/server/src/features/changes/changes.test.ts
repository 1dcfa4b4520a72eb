/** @module-tag slow */
import { HunkOutcome, ThenFile } from '@countersign/protocol'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { changesBench } from './testing/bench.ts'

/** What was changed, over the wire: by hunk, with its call, its author and its signature. */

let bench: Awaited<ReturnType<typeof changesBench>>
beforeAll(async () => {
  bench = await changesBench()
})
afterAll(() => bench.close())

const TEN = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10'].map((line) => `${line}\n`).join('')

test('file tools, commands and the person: each hunk has its call, author and signature', async () => {
  const thread = await bench.newChat()
  await bench.put('a.txt', TEN)
  const wrote = await bench.agent(thread, 'write made.txt: hello')
  const ran = await bench.agent(thread, `run sed -i 's/^2$/two/; s/^9$/nine/' a.txt`)
  const saved = await bench.save('a.txt', (await bench.onDisk('a.txt')).replace('5\n', 'five\n'))
  const { files, calls } = await bench.list(thread)
  expect(files.map(({ path }) => path)).toEqual(['a.txt', 'made.txt'])
  expect(files[0]?.hunks).toMatchObject([
    { call_id: ran.id, state: 'open', line: 2, before: ['2'], after: ['two'], above: '1' },
    { call_id: saved.call_id, state: 'open', line: 5, before: ['5'], after: ['five'] },
    { call_id: ran.id, state: 'open', line: 9, before: ['9'], after: ['nine'] },
  ])
  expect(files[1]?.hunks).toMatchObject([{ call_id: wrote.id, line: 1, before: [], after: ['hello'] }])
  const by = Object.fromEntries(calls.map((call) => [call.id, call]))
  expect(by[wrote.id]).toMatchObject({ author: 'agent', turn_id: wrote.turn_id, signature: { via: 'mode' } })
  expect(by[ran.id]).toMatchObject({ author: 'command', changed: true, hash: ran.hash })
  expect(by[saved.call_id]).toMatchObject({ author: 'you', turn_id: null, signature: { via: 'person' } })
  const turn = await bench.list(thread, `&turn_id=${wrote.turn_id ?? ''}`)
  expect(turn.files.map(({ path }) => path)).toEqual(['made.txt'])
  const day = await bench.list(thread, '&since=0')
  expect(day.files.map(({ path }) => path)).toEqual(['a.txt', 'made.txt'])
})

test('one hunk of a command is undone, the other stays; the undo is a row and is undone itself', async () => {
  const thread = await bench.newChat()
  await bench.put('b.txt', TEN)
  await bench.agent(thread, `run sed -i 's/^2$/two/; s/^9$/nine/' b.txt`)
  const undone = await bench.undo(thread, 'b.txt', 'two')
  expect(undone).toMatchObject({ ok: true, conflicts: [] })
  expect(await bench.onDisk('b.txt')).toBe(TEN.replace('9', 'nine'))
  expect(await bench.hunk(thread, 'b.txt', 'two')).toMatchObject({ state: 'undone', can_return: true })
  const audit: unknown = await bench.ask(`/api/audit?call=${undone.call_id}`)
  expect(JSON.stringify(audit)).toContain('changes.undo')
  expect(await bench.undo(thread, 'b.txt', 'two', true)).toMatchObject({ ok: true })
  expect(await bench.onDisk('b.txt')).toBe(TEN.replace('9', 'nine').replace('2', 'two'))
  expect(await bench.hunk(thread, 'b.txt', 'two')).toMatchObject({ state: 'open' })
  // The same by the undo that every call has.
  const again = await bench.undo(thread, 'b.txt', 'two')
  await bench.ask(`/api/calls/${again.call_id}/undo`, {})
  expect(await bench.hunk(thread, 'b.txt', 'two')).toMatchObject({ state: 'open' })
})

test('what was changed since is a conflict, and nothing is overwritten', async () => {
  const thread = await bench.newChat()
  await bench.put('c.txt', TEN)
  await bench.agent(thread, `run sed -i 's/^2$/two/' c.txt`)
  const { id, call_id } = await bench.hunk(thread, 'c.txt', 'two')
  const mine = TEN.replace('2', 'mine')
  await bench.put('c.txt', mine)
  const body = { thread_id: thread, path: 'c.txt', parts: [{ call_id, hunk: id }] }
  const outcome = HunkOutcome.parse(await bench.ask('/api/changes/undo', body))
  expect(outcome).toMatchObject({ ok: false, code: 'conflict', conflicts: [{ call_id, hunk: id }] })
  expect(await bench.onDisk('c.txt')).toBe(mine)
  expect(await bench.hunk(thread, 'c.txt', 'two')).toMatchObject({ state: 'replaced' })
})

test('a file that was made goes and comes back, and one that was deleted comes back', async () => {
  const thread = await bench.newChat()
  await bench.put('old.txt', 'old\n')
  await bench.agent(thread, 'run echo new > d.txt; rm old.txt')
  expect(await bench.undo(thread, 'd.txt', 'new')).toMatchObject({ ok: true })
  await expect(bench.onDisk('d.txt')).rejects.toThrow('ENOENT')
  expect(await bench.undo(thread, 'd.txt', 'new', true)).toMatchObject({ ok: true })
  expect(await bench.onDisk('d.txt')).toBe('new\n')
  expect(await bench.hunk(thread, 'old.txt', 'old')).toMatchObject({ state: 'open', removed: 1, added: 0 })
  expect(await bench.undo(thread, 'old.txt', 'old')).toMatchObject({ ok: true })
  expect(await bench.onDisk('old.txt')).toBe('old\n')
})

test('all of the agent’s is undone; kept hunks and the person’s own edits stay', async () => {
  const thread = await bench.newChat()
  await bench.put('e.txt', TEN)
  await bench.agent(thread, `run sed -i 's/^2$/two/; s/^9$/nine/' e.txt`)
  await bench.agent(thread, `run sed -i 's/^two$/TWO/' e.txt`)
  await bench.save('e.txt', (await bench.onDisk('e.txt')).replace('5\n', 'five\n'))
  await bench.keep(thread, 'e.txt', 'nine')
  expect(await bench.hunk(thread, 'e.txt', 'nine')).toMatchObject({ state: 'kept' })
  // An edit outside of every tool.
  await bench.put('e.txt', (await bench.onDisk('e.txt')).replace('7\n', 'seven\n'))
  const answer = await bench.ask('/api/changes/undo-all', { thread_id: thread })
  const { files } = z.object({ files: z.array(HunkOutcome) }).parse(answer)
  expect(files).toMatchObject([{ path: 'e.txt', ok: true, conflicts: [] }])
  expect(await bench.onDisk('e.txt')).toBe(
    TEN.replace('5', 'five').replace('7', 'seven').replace('9', 'nine'),
  )
  await bench.keep(thread, 'e.txt', 'nine', false)
  expect(await bench.hunk(thread, 'e.txt', 'nine')).toMatchObject({ state: 'open' })
})

test('a point of the timeline shows the difference to then', async () => {
  const thread = await bench.newChat()
  const first = await bench.agent(thread, 'write f.txt: one')
  await bench.agent(thread, 'write f.txt: two')
  await bench.agent(thread, 'write f.txt: three')
  const answer = await bench.ask(`/api/changes/then?thread_id=${thread}&call_id=${first.id}`)
  const { files } = z.object({ files: z.array(ThenFile) }).parse(answer)
  expect(files).toMatchObject([{ path: 'f.txt', hunks: [{ before: ['one'], after: ['three'] }] }])
})

test('hunks follow a file that the agent renames', async () => {
  const thread = await bench.newChat()
  await bench.agent(thread, 'write g.txt: here')
  const moved = await bench.server.request('/api/workspace/rename', {
    method: 'POST',
    body: JSON.stringify({ thread_id: thread, path: 'g.txt', to: 'h.txt' }),
    headers: { 'content-type': 'application/json' },
  })
  expect(moved.status).toBe(200)
  expect(await bench.hunk(thread, 'h.txt', 'here')).toMatchObject({ state: 'open' })
  expect(await bench.undo(thread, 'h.txt', 'here')).toMatchObject({ ok: true })
  await expect(bench.onDisk('h.txt')).rejects.toThrow('ENOENT')
})

test('nothing leads out of the workspace, and calls of nobody are not there', async () => {
  const thread = await bench.newChat()
  await bench.agent(thread, 'write i.txt: here')
  const { id, call_id } = await bench.hunk(thread, 'i.txt', 'here')
  const parts = [{ call_id, hunk: id }]
  const post = (body: unknown) =>
    bench.server.request('/api/changes/undo', {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    })
  expect((await post({ thread_id: thread, path: '../i.txt', parts })).status).toBe(403)
  const strange = [{ call_id: 'call_nothing', hunk: id }]
  expect((await post({ thread_id: thread, path: 'i.txt', parts: strange })).status).toBe(404)
  await rename(join(bench.server.workspace, 'i.txt'), join(bench.server.workspace, 'j.txt'))
  expect(
    HunkOutcome.parse(await (await post({ thread_id: thread, path: 'i.txt', parts })).json()),
  ).toMatchObject({ ok: false, code: 'conflict' })
})
