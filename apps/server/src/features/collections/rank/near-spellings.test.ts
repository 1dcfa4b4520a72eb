import { afterEach, beforeEach, expect, test } from 'vitest'
import { tidyIndex } from '../index/segments.ts'
import { indexGround, type IndexGround } from '../testing/index-ground.ts'

let ground: IndexGround
beforeEach(async () => {
  ground = await indexGround()
}, 60_000)
afterEach(() => ground.close())

test('where nothing is found, near spellings are named, from the tail and from segments alike', async () => {
  await ground.add('a', ['the lighthouse keeper counts ships'])
  expect(await ground.search('ligthhouse')).toMatchObject({ passages: [], near: ['lighthous'] })
  await tidyIndex(ground.store.db, ground.collection, { full: 1, tier: 2 })
  expect(await ground.search('ligthhouse')).toMatchObject({ passages: [], near: ['lighthous'] })
  expect((await ground.search('lighthouse')).near).toEqual([])
  expect((await ground.search('zebra')).near).toEqual([])
}, 60_000)
