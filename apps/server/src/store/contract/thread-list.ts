import type { UserId } from '@countersign/protocol'
import { expect, test } from 'vitest'
import { callHistory } from '../call/call-history.ts'
import type { Store } from '../open-store.ts'
import { closeScene, newThread, newUser, openScene, propose, startTurn } from '../testing/scene.ts'
import type { Pair } from './ground.ts'

const chat = { mode: 'default', model: 'demo', workspace: '/w' } as const

/** The order of threads in the list, and searching them. */
export function threadListContract(at: () => Pair): void {
  test('a list says how the last turn stands, and says it anew when that changes', async () => {
    const { a, b, idA } = at()
    const scene = await openScene(a, idA)
    const heard: string[] = []
    const stop = b.outbox.listen((hint) => {
      if (hint.kind === 'person' && hint.userId === scene.user) heard.push('listed')
    })
    const state = async () => (await b.threads.among(scene.user, [scene.thread.id]))[0]?.last_turn
    expect(await state()).toBe('running')
    await a.turns.start(scene.user, scene.thread.id, { text: 'queued' })
    expect(await state()).toBe('running')
    heard.length = 0
    await a.turns.finish(scene.lease, {
      kind: 'failed',
      message: 'no',
      text: '',
      usage: { inputTokens: 0, outputTokens: 0 },
    })
    // The queued message continues automatically.
    expect(await state()).toBe('runnable')
    await expect.poll(() => heard.length).toBeGreaterThan(0)
    heard.length = 0
    await a.turns.stop(scene.user, scene.thread.id)
    expect((await b.threads.list(scene.user))[0]?.last_turn).toBe('cancelled')
    await expect.poll(() => heard.length).toBeGreaterThan(0)
    stop()
  })

  test('pinned and archived are marks that anyone’s list has, and a message brings a chat back', async () => {
    const { a, b } = at()
    const [owner, other] = [newUser(), newUser()]
    const thread = await newThread(a, owner)
    expect(await a.threads.mark(other, thread.id, { pinned: true })).toBe(false)
    expect(await a.threads.mark(owner, thread.id, { pinned: true, archived: true })).toBe(true)
    // Its position in the list, by time, does not change.
    expect(await b.threads.list(owner)).toEqual([{ ...thread, pinned: true, archived: true }])
    await a.threads.mark(owner, thread.id, { pinned: false })
    expect(await b.threads.get(owner, thread.id)).toEqual({ ...thread, archived: true })
    await a.turns.start(owner, thread.id, { text: 'again' })
    expect(await b.threads.get(owner, thread.id)).not.toHaveProperty('archived')
    await a.turns.stop(owner, thread.id)
  })

  test('a title is given, or the first words, or in their place what a model wrote', async () => {
    const { a, b } = at()
    const owner = newUser()
    const title = async (id: (typeof given)['id']) => (await b.threads.get(owner, id))?.title
    const given = await a.threads.create(owner, { title: 'Mine', ...chat })
    const words = await a.threads.create(owner, { title: null, ...chat })
    const open = await a.threads.create(owner, { title: '', ...chat })
    const text = 'tidy the release\nand more'
    expect(await a.turns.start(owner, given.id, { text })).not.toHaveProperty('untitled')
    expect(await a.turns.start(owner, words.id, { text })).not.toHaveProperty('untitled')
    expect(await a.turns.start(owner, open.id, { text })).toHaveProperty('untitled', true)
    expect([await title(given.id), await title(words.id), await title(open.id)]).toEqual([
      'Mine',
      'tidy the release',
      'tidy the release',
    ])
    // A second message does not change the title.
    expect(await a.turns.start(owner, open.id, { text: 'second' })).not.toHaveProperty('untitled')
    for (const { id } of [given, words]) expect(await b.threads.entitle(owner, id, 'Written')).toBe(false)
    expect(await b.threads.entitle(newUser(), open.id, 'Written')).toBe(false)
    expect(await b.threads.entitle(owner, open.id, 'Written')).toBe(true)
    expect(await b.threads.entitle(owner, open.id, 'Twice')).toBe(false)
    expect([await title(given.id), await title(words.id), await title(open.id)]).toEqual([
      'Mine',
      'tidy the release',
      'Written',
    ])
    const renamed = await a.threads.create(owner, { title: '', ...chat })
    await a.turns.start(owner, renamed.id, { text })
    await a.threads.rename(owner, renamed.id, 'By hand')
    expect(await b.threads.entitle(owner, renamed.id, 'Written')).toBe(false)
    for (const { id } of [given, words, open, renamed]) await a.threads.remove(owner, id)
  })

  test('words are found in titles and in what was said, of one’s own chats alone', async () => {
    const { a, b, idA } = at()
    const owner = newUser()
    const invoice = await said(
      a,
      idA,
      owner,
      'Month-end',
      'The decimal "comma" is wrong in 50%_of them \\o/\0 end',
    )
    const titled = await said(a, idA, owner, 'Comma rules', 'hello')
    const gone = await said(a, idA, owner, 'comma', 'comma')
    await a.threads.remove(owner, gone)
    const find = async (...words: string[]) => (await b.threads.find(owner, words, 10)).found
    expect(await find('comma')).toEqual([
      { thread_id: titled, excerpt: null },
      { thread_id: invoice, excerpt: 'The decimal "comma" is wrong in 50%_of them \\o/\0 end' },
    ])
    expect((await find('WRONG', 'decimal')).map(({ thread_id }) => thread_id)).toEqual([invoice])
    expect((await find('"comma"')).map(({ thread_id }) => thread_id)).toEqual([invoice])
    expect((await find('50%_of')).map(({ thread_id }) => thread_id)).toEqual([invoice])
    expect((await find('\\o/')).map(({ thread_id }) => thread_id)).toEqual([invoice])
    expect(await find('comma', 'hello')).toEqual([])
    // Text that only occurs in the database's own notation of a message is not found.
    expect(await find('"text"')).toEqual([])
    expect(await find('5_%')).toEqual([])
    expect((await b.threads.find(newUser(), ['comma'], 10)).found).toEqual([])
    expect(await b.threads.find(owner, ['comma'], 1)).toEqual({
      found: [{ thread_id: titled, excerpt: null }],
      more: true,
    })
  })

  test('calls are found by words and by time, and never by a secret that is masked', async () => {
    const { a, b, idA } = at()
    const scene = await openScene(a, idA)
    const deploy = await propose(scene, 'ask', { command: 'deploy --token abcdef0123456789 50%' })
    const other = await propose(scene, 'ask', { command: 'npm test' })
    const found = async (filter: object) =>
      (await callHistory(b.db).page(scene.user, filter)).calls.map(({ call }) => call.id)
    expect(await found({})).toEqual([other.id, deploy.id])
    expect(await found({ words: ['DEPLOY', '50%'] })).toEqual([deploy.id])
    expect(await found({ words: ['chat', 'npm'] })).toEqual([other.id])
    expect(await found({ words: ['abcdef0123456789'] })).toEqual([])
    expect(await found({ words: ['terminal.exec'], limit: 1 })).toEqual([other.id])
    const proposed = (await b.calls.find(other.id))?.proposedAt ?? 0
    expect(await found({ until: proposed - 60_000 })).toEqual([])
    expect(await found({ from: proposed - 60_000, until: proposed + 60_000 })).toEqual([other.id, deploy.id])
    expect(await found({ from: proposed + 60_000 })).toEqual([])
    await closeScene(scene)
  })
}

/** A thread with this message, in which nothing runs. */
async function said(store: Store, processId: string, owner: UserId, title: string, text: string) {
  const { id } = await store.threads.create(owner, { title, ...chat })
  await startTurn(store, processId, owner, id, text)
  await store.turns.stop(owner, id)
  return id
}
