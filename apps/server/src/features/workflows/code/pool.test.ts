import { afterAll, expect, test } from 'vitest'
import { codePool } from './pool.ts'

const pool = codePool({ deadline: 300 })
afterAll(() => pool.close())
const signal = new AbortController().signal

test.each(['while (true) {}', 'return { n: (new Array(1e9) + "").length }'])(
  '%s ends at its deadline, or for want of memory, and the next one runs',
  async (source) => {
    await expect(pool.run(source, {}, signal)).rejects.toMatchObject({
      code: expect.stringMatching(/^(?:timeout|code_failed)$/) as string,
    })
    expect(await pool.run('return { n: inputs.n + 1 }', { n: 1 }, signal)).toEqual({ n: 2 })
  },
  30_000,
)

test.each([
  'Date.now()',
  'Math.random()',
  'process.pid',
  'require("fs")',
  'fetch("http://a")',
  'performance.now()',
])(
  '%s is not there',
  async (source) => {
    await expect(pool.run(`return { n: ${source} }`, {}, signal)).rejects.toMatchObject({
      code: 'code_failed',
    })
  },
  30_000,
)
