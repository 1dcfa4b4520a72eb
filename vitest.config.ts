import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'

// Tests run on the sources; only the built product goes through `dist`.
const conditions = ['countersign-source', 'node', 'default']

/** The page drawn without a browser, and in one. */
const DRAWN = 'src/**/*.dom.test.tsx'
const IN_BROWSER = 'src/**/*.browser.test.tsx'

/** Many tests wait for other processes while other tests run, so the limit is generous. */
const patience = { testTimeout: 120_000, hookTimeout: 120_000, expect: { poll: { timeout: 10_000 } } }

export default defineConfig({
  ssr: { resolve: { conditions } },
  resolve: { conditions },
  test: {
    // Many tests wait for other processes: two at a time also where there are two cores.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    ...patience,
    setupFiles: ['scripts/testing/seed.ts'],
    tags: [{ name: 'slow', description: 'left out by `npm test -- --quick`' }],
    projects: [
      // Pure code, loaded once per worker instead of once per file: less than half the processor time.
      { extends: true, test: { name: 'packages', isolate: false, include: ['packages/*/src/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['apps/{server,cli}/src/**/*.test.ts'],
          globalSetup: ['scripts/testing/postgres-setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'web',
          include: ['apps/web/src/**/*.test.{ts,tsx}'],
          exclude: [`apps/web/${DRAWN}`, `apps/web/${IN_BROWSER}`],
        },
      },
      {
        extends: 'apps/web/vite.config.ts',
        root: 'apps/web',
        test: {
          name: 'web drawn',
          include: [DRAWN],
          environment: 'happy-dom',
          setupFiles: [join(import.meta.dirname, 'apps/web/src/testing/dom-setup.ts')],
          ...patience,
        },
      },
      {
        extends: 'apps/web/vite.config.ts',
        root: 'apps/web',
        test: {
          name: 'web in a browser',
          include: [IN_BROWSER],
          ...patience,
          // One page at a time: only one can have the focus.
          fileParallelism: false,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: {
                executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
                args: [
                  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
                  '--disable-gpu',
                  '--disable-background-networking',
                  '--disable-component-update',
                  '--disable-sync',
                  '--no-first-run',
                ],
              },
              contextOptions: { locale: 'en-GB', timezoneId: 'UTC', reducedMotion: 'reduce' },
              actionTimeout: 30_000,
            }),
            instances: [{ browser: 'chromium', viewport: { width: 1280, height: 800 } }],
          },
        },
      },
      { extends: true, test: { name: 'tools', include: ['{scripts,bench}/**/*.test.ts'] } },
    ],
  },
})
