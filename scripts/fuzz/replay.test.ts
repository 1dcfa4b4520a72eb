/** @module-tag slow */
import { describe, expect, test } from 'vitest'
import { readKept } from './kept.ts'
import { mutated, chance } from './mutate.ts'
import { TARGETS } from './targets.ts'

/** Replays all saved fuzz inputs and a few new ones; `npm run fuzz` continues from here. */
describe.each(TARGETS)('$name', ({ name, seeds, run }) => {
  const kept = readKept(name)

  test('what was kept breaks no law', async () => {
    expect(kept.length).toBeGreaterThan(0)
    for (const input of [...seeds().slice(0, 20), ...kept]) expect(await run(input)).toBeTypeOf('string')
  })

  test('nor do a few more, always the same', async () => {
    const random = chance(1)
    const texts = [...seeds(), ...kept]
    for (let left = 50; left > 0; left -= 1)
      expect(await run(mutated(random, texts).slice(0, 2000))).toBeTypeOf('string')
  })
})
