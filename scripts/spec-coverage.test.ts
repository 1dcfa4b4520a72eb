import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

test('every numbered rule of the policy has a test that carries its number', () => {
  const { status, stdout } = spawnSync(process.execPath, ['scripts/spec-coverage.mjs'], { encoding: 'utf8' })
  expect(stdout.trim().split('\n').slice(0, -1)).toEqual([])
  expect(status).toBe(0)
})
