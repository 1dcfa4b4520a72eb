/** @module-tag slow */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { node24, root } from '../lib/root.mjs'
import { embeddingText, examples, examplesConfig } from './embedding-examples.ts'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-embedding-'))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(examplesConfig(['countersign-source'])))
  for (const { file, code } of examples) writeFileSync(join(folder, file), code)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('every code block is an example', () => {
  expect(examples.length).toBeGreaterThanOrEqual(5)
  expect(examples).toHaveLength(embeddingText.split('```ts\n').length - 1)
})

test('the examples compile, as strictly as our own code', () => {
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  const { stdout, status } = spawnSync(node24, [tsc, '-p', folder], { cwd: folder, encoding: 'utf8' })
  expect({ stdout, status }).toEqual({ stdout: '', status: 0 })
}, 120_000)

test.each(examples)(
  '$title: prints what the page says',
  ({ file, output }) => {
    const flags = ['--conditions=countersign-source', '--disable-warning=ExperimentalWarning', file]
    const ran = spawnSync(node24, flags, { cwd: folder, encoding: 'utf8' })
    expect({ printed: ran.stdout, errors: ran.stderr }).toEqual({ printed: output, errors: '' })
  },
  60_000,
)
