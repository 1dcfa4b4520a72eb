import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { quickArguments, slowFiles } from './quick.ts'

test('a file that is tagged slow in its first comment is left out, and no other', () => {
  const root = mkdtempSync(join(tmpdir(), 'cs-quick-'))
  try {
    const folder = join(root, 'packages/a/src')
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'kills.test.ts'), '/** @module-tag slow */\n')
    writeFileSync(join(folder, 'plain.test.ts'), "const text = '/** @module-tag slow */'\n")
    expect(slowFiles(root)).toEqual(['packages/a/src/kills.test.ts'])
    expect(quickArguments(root)).toContain('--exclude=packages/a/src/kills.test.ts')
    expect(quickArguments(root)).not.toContain('--project=web in a browser')
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
})
