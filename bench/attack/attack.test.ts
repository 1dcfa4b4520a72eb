/** @module-tag slow */
import { expect, test } from 'vitest'
import { ensureBuilt } from '../../scripts/lib/build.mjs'
import { POINTS } from './attack.ts'
import { ATTACKS } from './attacks.ts'
import { SHORT_SETTINGS } from './settings.ts'
import { attackAll, tableOf, totalsOf } from './suite.ts'

test('every point is attacked', () => {
  expect([...new Set(ATTACKS.map(({ point }) => point))]).toEqual([...POINTS.keys()])
})

test.runIf(process.platform === 'linux')(
  'the short form: everything holds',
  async () => {
    await ensureBuilt()
    const lines: string[] = []
    const outcomes = await attackAll({
      settings: SHORT_SETTINGS,
      attacks: ATTACKS,
      short: true,
      say: (line) => lines.push(line),
    })
    console.info(`${tableOf(outcomes)}\n${totalsOf(outcomes)}`)
    expect(lines.filter((line) => line.startsWith('BROKEN'))).toEqual([])
    expect(outcomes.some(({ verdict }) => verdict === 'held')).toBe(true)
  },
  20 * 60_000,
)
