import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

/**
 * The tests that judge a mutant. Laws, corpora and bash itself are left out: they take minutes, and Stryker runs the tests once per mutant.
 */
export default defineConfig({
  root: join(import.meta.dirname, '../..'),
  test: {
    include: [
      'packages/policy/src/{decide,layers,breakers,modes,attacks}.test.ts',
      'packages/policy/src/{text,rules,paths,urls}/*.test.ts',
    ],
    exclude: ['**/{pinned,laws,corpus}.test.ts'],
    setupFiles: ['scripts/testing/seed.ts'],
  },
})
