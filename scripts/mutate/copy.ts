import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const COPIED = [
  'package.json',
  'tsconfig.base.json',
  'corpus',
  'scripts/mutate/judge.ts',
  'scripts/testing/seed.ts',
  'packages/policy/package.json',
]
const POLICY = ['README.md', 'SPEC.md', 'tsconfig.json', 'src'].map((name) => `packages/policy/${name}`)

const VITEST = `import { defineConfig } from 'vitest/config'
export default defineConfig({
  cacheDir: '.cache',
  test: {
    include: ['packages/policy/src/**/*.test.ts'],
    setupFiles: ['scripts/testing/seed.ts'],
    testTimeout: 120_000,
  },
})
`

/** A copy of the policy and of what judges it; the work tree stays as it is. */
export function makeCopy(root: string): { readonly path: string; readonly remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'countersign-mutate-'))
  mkdirSync(join(path, 'scripts/mutate'), { recursive: true })
  mkdirSync(join(path, 'scripts/testing'), { recursive: true })
  for (const name of [...COPIED, ...POLICY]) cpSync(join(root, name), join(path, name), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(path, 'node_modules'))
  writeFileSync(join(path, 'vitest.config.ts'), VITEST)
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}
