import { afterAll, expect, test } from 'vitest'
import { codePool } from './pool.ts'

const pool = codePool({ deadline: 300 })
afterAll(() => pool.close())
const signal = new AbortController().signal

test('an endless loop ends at the deadline, and the next code runs', async () => {
  await expect(pool.run('while (true) {}', {}, signal)).rejects.toMatchObject({
    code: 'timeout',
    message: 'the code ran longer than 300 ms',
  })
  expect(await pool.run('return { n: inputs.n + 1 }', { n: 1 }, signal)).toEqual({ n: 2 })
}, 30_000)

test('a loop inside the engine ends too, at the deadline or for want of memory', async () => {
  await expect(pool.run('return { n: (new Array(1e9) + "").length }', {}, signal)).rejects.toMatchObject({
    code: expect.stringMatching(/^(?:timeout|code_failed)$/) as string,
  })
  expect(await pool.run('return { n: inputs.n + 1 }', { n: 1 }, signal)).toEqual({ n: 2 })
}, 30_000)

test('a node may allow its code less time, and not more', async () => {
  for (const [limit, most] of [
    [50, 50],
    [60_000, 300],
  ] as const)
    await expect(pool.run('while (true) {}', {}, signal, limit)).rejects.toMatchObject({
      code: 'timeout',
      message: `the code ran longer than ${most} ms`,
    })
}, 30_000)

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

test.each([
  ['the constructor of functions', 'return { n: (() => 1).constructor("return typeof process")() }'],
  [
    'the constructor of an input',
    'return { n: inputs.list.constructor.constructor("return typeof process")() }',
  ],
  ['an indirect eval', 'return { n: (0, eval)("typeof process") }'],
  [
    'what is global',
    'return { n: ["process", "require", "fetch", "Worker", "WebAssembly", "std", "os"].map((name) => typeof globalThis[name]).join(" ") }',
  ],
])('%s leads to nothing outside', async (_what, source) => {
  const { n } = await pool.run(source, { list: [] }, signal)
  expect(n).toMatch(/^undefined(?: undefined)*$/)
})

test('a prototype that code changes is its own', async () => {
  const source = 'Object.prototype.polluted = 1; inputs.__proto__.other = 1; return { n: 1 }'
  expect(await pool.run(source, { a: {} }, signal)).toEqual({ n: 1 })
  expect({}).not.toHaveProperty('polluted')
  expect({}).not.toHaveProperty('other')
  // The next run starts afresh.
  const next = await pool.run('return { n: typeof ({}).polluted }', {}, signal)
  expect(next).toEqual({ n: 'undefined' })
})

test('an import fails', async () => {
  await expect(pool.run('return { n: await import("node:fs") }', {}, signal)).rejects.toMatchObject({
    code: 'code_failed',
  })
})

test('code that takes more memory than it may has failed, long before its deadline', async () => {
  const roomy = codePool({ deadline: 60_000 })
  try {
    await expect(
      roomy.run('const all = []; for (;;) all.push([all.length])', {}, signal),
    ).rejects.toMatchObject({ code: 'code_failed', message: 'out of memory' })
    // Its worker goes on with other code.
    expect(await roomy.run('return { n: 1 }', {}, signal)).toEqual({ n: 1 })
  } finally {
    await roomy.close()
  }
}, 60_000)

test.each([
  ['a `toJSON` that gives a number', 'return { toJSON: () => 5 }'],
  ['a `toJSON` that gives nothing', 'return { toJSON: () => undefined }'],
  ['a `JSON` of its own that gives null', 'JSON.stringify = () => "null"; return {}'],
  ['a `JSON` of its own that gives a list', 'JSON.stringify = () => "[1]"; return {}'],
  ['a `JSON` of its own that gives no JSON', 'JSON.stringify = () => "{"; return {}'],
])('%s is not taken for outputs', async (_what, source) => {
  await expect(pool.run(source, {}, signal)).rejects.toMatchObject({
    code: 'code_failed',
    message: 'the code must return an object with its outputs',
  })
})
