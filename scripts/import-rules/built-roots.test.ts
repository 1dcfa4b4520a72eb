/** @module-tag slow */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { node24, root } from '../lib/root.mjs'
import { capture } from '../lib/spawn.mjs'

const folder = mkdtempSync(join(tmpdir(), 'countersign-roots-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test.each(['policy', 'protocol', 'agent'])('the built root of %s reaches no part of Node', async (name) => {
  expect(await builtinsReached(join(root, 'packages', name, 'dist/index.js'))).toEqual({
    code: 0,
    output: '',
  })
})

test('the built root of workflow reaches none itself; `yaml` has another entry for browsers', async () => {
  const { code, output } = await builtinsReached(join(root, 'packages/workflow/dist/index.js'))
  const own = output.split('\n').filter((line) => line !== '' && !line.includes('/node_modules/yaml/'))
  expect({ code, own }).toEqual({ code: 0, own: [] })
})

test('a root that does reach one is seen', async () => {
  writeFileSync(join(folder, 'inner.mjs'), "import 'node:path'\nimport 'fs'\n")
  writeFileSync(join(folder, 'index.mjs'), "import './inner.mjs'\n")
  const { output } = await builtinsReached(join(folder, 'index.mjs'))
  expect(output).toMatch(/^node:path from .*inner\.mjs\nfs from .*inner\.mjs\n$/)
})

function builtinsReached(entry: string) {
  return capture(node24, [join(import.meta.dirname, 'builtins-reached.ts'), pathToFileURL(entry).href])
}
