import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { plainUuid } from '../testing/scene.ts'
import type { Pair } from './ground.ts'

/** The maximum number of concurrent works. */
async function mostAtOnce(works: readonly ((work: () => Promise<void>) => Promise<void>)[]): Promise<number> {
  let now = 0
  let most = 0
  await Promise.all(
    works.map((take) =>
      take(async () => {
        now += 1
        most = Math.max(most, now)
        await delay(20)
        now -= 1
      }),
    ),
  )
  return most
}

export function pathLockContract(at: () => Pair): void {
  test.each([
    ['one file', ['/f'], ['/f'], 1],
    ['two files', ['/f'], ['/g'], 2],
    ['a folder and a file in it', ['/d'], ['/d/e/f'], 1],
    ['two files of a folder', ['/d/f'], ['/d/g'], 2],
    ['a move and one of its ends', ['/f', '/d/g'], ['/d/g'], 1],
    ['two moves that cross', ['/f', '/g'], ['/g', '/f'], 1],
  ])('%s, from two processes', async (_name, one, two, most) => {
    const { a, b } = at()
    const root = `/${plainUuid()}`
    const inRoot = (paths: readonly string[]) => paths.map((path) => root + path)
    const works = [0, 1].flatMap(() => [
      (work: () => Promise<void>) => a.paths.alone(inRoot(one), work),
      (work: () => Promise<void>) => b.paths.alone(inRoot(two), work),
    ])
    expect(await mostAtOnce(works)).toBe(most)
  })

  test('a holder whose connection breaks lets go, and what it did counts', async () => {
    const { a, b } = at()
    const path = `/${plainUuid()}`
    const { promise: over, resolve: end } = Promise.withResolvers<string>()
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
    const held = a.paths.alone([path], () => {
      begin()
      return over
    })
    await begun
    // Other tests hold locks of the same class in other databases of this server.
    await sql`
      select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and classid = 4712003
      and database = (select oid from pg_database where datname = current_database())`.execute(a.db)
    expect(await b.paths.alone([path], () => Promise.resolve('mine'))).toBe('mine')
    end('done')
    expect(await held).toBe('done')
    expect(await a.paths.alone([path], () => Promise.resolve('again'))).toBe('again')
  })

  test('work that fails lets go', async () => {
    const { a, b } = at()
    const path = `/${plainUuid()}`
    const failing = a.paths.alone([path], () => Promise.reject(new Error('broken')))
    await expect(failing).rejects.toThrow('broken')
    expect(await b.paths.alone([path], () => Promise.resolve(1))).toBe(1)
  })
}
