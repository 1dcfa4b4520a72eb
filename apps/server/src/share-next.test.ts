import { expect, test } from 'vitest'
import { shareNext } from './share-next.ts'

test('callers that wait together share one run, and none gets a run that began before it asked', async () => {
  const runs: PromiseWithResolvers<number>[] = []
  const look = shareNext(() => {
    const run = Promise.withResolvers<number>()
    runs.push(run)
    return run.promise
  })
  const first = [look(), look()]
  await expect.poll(() => runs.length).toBe(1)
  const later = [look(), look(), look()]
  await Promise.resolve()
  expect(runs).toHaveLength(1)
  runs[0]?.resolve(1)
  expect(await Promise.all(first)).toEqual([1, 1])
  await expect.poll(() => runs.length).toBe(2)
  runs[1]?.resolve(2)
  expect(await Promise.all(later)).toEqual([2, 2, 2])
  expect(runs).toHaveLength(2)
})

test('a run that fails does not hold up the next one', async () => {
  let runs = 0
  const look = shareNext(async () => {
    runs += 1
    if (runs === 1) throw new Error('the first fails')
    return runs
  })
  const failing = look()
  await expect(failing).rejects.toThrow('the first fails')
  expect(await look()).toBe(2)
})
