import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { whySkipped } from './why-skipped.ts'

const folder = mkdtempSync(join(tmpdir(), 'countersign-path-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('what is missing is named with its package, and root with what it is for', () => {
  for (const program of ['bwrap', 'socat', 'tmux', 'zsh', 'espeak-ng']) {
    writeFileSync(join(folder, program), '')
    chmodSync(join(folder, program), 0o755)
  }
  const path = ['', folder].join(delimiter)
  expect(whySkipped({ path, isRoot: true, pgvector: 'postgres://' })).toBe(
    'skipped, as `fish` is not installed (package fish)',
  )
  expect(whySkipped({ path, isRoot: true })).toContain('pgvector')
  expect(whySkipped({ path, isRoot: false, pgvector: 'postgres://' })).toContain('what only root can')
  writeFileSync(join(folder, 'fish'), '')
  expect(whySkipped({ path, isRoot: true, pgvector: 'postgres://' })).toBeUndefined()
})
