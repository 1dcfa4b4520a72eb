import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Call } from './call.ts'
import { countersign, isCountersigned, type CountersignedCall } from './countersign.ts'

const root = fileURLToPath(new URL('../../../../', import.meta.url))

/** Ways to make a countersigned call elsewhere. None of them compiles. */
const FORGED: Readonly<Record<string, string>> = {
  'by its shape': 'export const forged: CountersignedCall = { call }',
  'with a word of the same name': 'export const forged: CountersignedCall = { call, countersigned: true }',
  'with a symbol of the same name': `const signed = Symbol('countersigned')
export const forged: CountersignedCall = { call, [signed]: true }`,
  'with a symbol that anyone can have': `const signed: unique symbol = Symbol.for('countersigned')
export const forged: CountersignedCall = { call, [signed]: true }`,
  'as a class': 'export class Forged implements CountersignedCall { readonly call = call }',
  'by the function that makes them': `import { countersign } from '@countersign/agent'
export const forged = countersign(call)`,
  'by its module': `import { countersign } from '@countersign/agent/src/call/countersign.ts'
export const forged = countersign(call)`,
  'by running without one': 'export const forged = tool.run({ call }, context)',
  'by running the call itself': 'export const forged = tool.run(call, context)',
}

const HEAD = `import type { Call, CountersignedCall, RunContext, Tool } from '@countersign/agent'
declare const call: Call
declare const tool: Tool
declare const context: RunContext
export type Known = [CountersignedCall, typeof call, typeof tool, typeof context]
`

let errors: readonly string[] = []
let folder = ''

beforeAll(async () => {
  // Below the root, so that packages are found as they are found by every other module.
  await mkdir(join(root, 'node_modules/.cache'), { recursive: true })
  folder = await mkdtemp(join(root, 'node_modules/.cache/countersign-'))
  const files = Object.values(FORGED)
  for (const [index, source] of files.entries())
    await writeFile(join(folder, `forged-${index}.ts`), `${HEAD}${source}\n`)
  await writeFile(
    join(folder, 'passed.ts'),
    `${HEAD}export const passed = (signed: CountersignedCall) => tool.run(signed, context)\n`,
  )
  const config = {
    extends: join(root, 'tsconfig.base.json'),
    compilerOptions: { noEmit: true, composite: false, types: ['node'], incremental: false },
    files: [...files.keys()].map((index) => `forged-${index}.ts`).concat('passed.ts'),
  }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config))
  errors = (await compile(folder)).split('\n')
}, 120_000)

afterAll(() => rm(folder, { recursive: true, force: true }))

function compile(project: string): Promise<string> {
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  return new Promise((compiled) => {
    execFile(process.execPath, [tsc, '-p', project, '--pretty', 'false'], (_error, out) => compiled(out))
  })
}

test.each(Object.keys(FORGED).map((name, index) => [name, index] as const))(
  'a countersigned call cannot be made %s',
  (_name, index) => {
    expect(errors.filter((line) => line.includes(`forged-${index}.ts(`)).length).toBeGreaterThan(0)
  },
)

test('one that was made can be handed on, and nothing else is wrong', () => {
  expect(errors.filter((line) => line.includes('error') && !line.includes('forged-'))).toEqual([])
})

test('a look-alike that was asserted past the types is refused at run time', () => {
  const call = {} as Call // nothing of it is looked at
  expect(isCountersigned(countersign(call))).toBe(true)
  for (const made of [{ call }, { call, countersigned: true }, { call, [Symbol('countersigned')]: true }])
    expect(isCountersigned(made as unknown as CountersignedCall)).not.toBe(true) // what a forger would write
})
