import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

// Tests run on the sources; only the built product goes through `dist`.
const conditions = ['countersign-source', 'node', 'default']

export default defineConfig({
  ssr: { resolve: { conditions } },
  resolve: { conditions },
  test: {
    // Many tests wait for other processes: two at a time also where there are two cores.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    testTimeout: 120_000,
    hookTimeout: 120_000,
    setupFiles: ['scripts/testing/seed.ts'],
    projects: [
      { extends: true, test: { name: 'packages', include: ['packages/*/src/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['apps/{server,cli}/src/**/*.test.ts'],
          globalSetup: ['scripts/testing/postgres-setup.ts'],
        },
      },
      { extends: true, test: { name: 'web', include: ['apps/web/src/**/*.test.{ts,tsx}'] } },
      { extends: true, test: { name: 'tools', include: ['{scripts,bench}/**/*.test.ts'] } },
    ],
  },
})
