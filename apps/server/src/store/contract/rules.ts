import { expect, test } from 'vitest'
import { newThread, newUser } from '../testing/scene.ts'
import type { Pair } from './ground.ts'

export function ruleContract(at: () => Pair): void {
  test('rules of a person hold in all their threads, rules of a thread in it alone', async () => {
    const { a, b } = at()
    const [user, other] = [newUser(), newUser()]
    const [one, two] = [await newThread(a, user), await newThread(a, user)]
    const foreign = await newThread(a, other)
    await a.rules.add(user, { list: 'deny', text: 'files.read(.env)' })
    await a.rules.add(user, { list: 'allow', text: 'web.fetch', threadId: one.id })
    const texts = async (id: typeof one.id) =>
      (await b.rules.forThread(id)).rules.map(({ text }) => text).toSorted()
    expect(await texts(one.id)).toEqual(['files.read(.env)', 'web.fetch'])
    expect(await texts(two.id)).toEqual(['files.read(.env)'])
    expect(await texts(foreign.id)).toEqual([])
    expect(await b.rules.list(user)).toHaveLength(2)
  })

  test('nobody puts a rule into a thread of someone else', async () => {
    const { a } = at()
    const [user, other] = [newUser(), newUser()]
    const { id } = await newThread(a, user)
    await expect(a.rules.add(other, { list: 'allow', text: 'web.fetch', threadId: id })).rejects.toThrow(
      'no thread',
    )
    expect((await a.rules.forThread(id)).rules).toEqual([])
  })

  test('the version changes with every change and only then', async () => {
    const { a, b } = at()
    const user = newUser()
    const { id } = await newThread(a, user)
    const version = async () => (await b.rules.forThread(id)).version
    const empty = await version()
    const rule = await a.rules.add(user, { list: 'ask', text: 'terminal.exec' })
    const one = await version()
    expect(one).not.toBe(empty)
    expect(await a.rules.add(user, { list: 'ask', text: 'terminal.exec' })).toEqual(rule)
    expect(await version()).toBe(one)
    expect(await a.rules.remove(newUser(), rule.id)).toBe(false)
    expect(await a.rules.remove(user, rule.id)).toBe(true)
    expect(await a.rules.remove(user, rule.id)).toBe(false)
    expect(await version()).toBe(empty)
  })

  test('what a person does outside of threads is in their own chain', async () => {
    const { a } = at()
    const user = newUser()
    const rule = await a.rules.add(user, { list: 'deny', text: 'files.delete' })
    await a.rules.remove(user, rule.id)
    const rows = await a.audit.list({ chain: user })
    expect(rows.map(({ kind, seq }) => [seq, kind])).toEqual([
      [1, 'rule_added'],
      [2, 'rule_removed'],
    ])
  })

  test('trust in a file of rules is a person’s, for one text, and is in their chain', async () => {
    const { a, b } = at()
    const [user, other] = [newUser(), newUser()]
    const { id, workspace } = await newThread(a, user)
    const hash = 'ab'.repeat(32)
    await a.rules.trust(user, { workspace, hash })
    expect(await b.rules.trusted(user, workspace)).toBe(hash)
    expect(await b.rules.trusted(other, workspace)).toBe(null)
    expect((await b.rules.forThread(id)).trusted).toBe(hash)
    await b.rules.trust(user, { workspace, hash: null })
    expect((await a.rules.forThread(id)).trusted).toBe(null)
    const rows = await a.audit.list({ chain: user })
    expect(rows.map(({ kind }) => kind)).toEqual(['project_trusted', 'project_distrusted'])
  })
}
