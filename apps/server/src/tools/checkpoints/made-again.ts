/**
 * Names of what tools make again (SPEC P20, DECISIONS 74): dependencies, build output, caches, scratch space, logs. Undo does not
 * keep such a thing where it is ignored, and nobody misses it.
 */
const FOLDERS = new Set(
  (
    // Dependencies and environments.
    'node_modules bower_components .yarn .pnpm-store vendor Pods Carthage .venv venv .eggs .tox .nox .bundle deps elm-stuff ' +
    '.terraform ' +
    // Build output.
    'dist build out target bin obj _build dist-newstyle .next .nuxt .output .svelte-kit .astro .angular .docusaurus .serverless ' +
    '.expo .dart_tool .gradle DerivedData storybook-static zig-out cmake-build-debug cmake-build-release ' +
    // Caches and scratch space.
    'cache caches .cache __pycache__ .pytest_cache .mypy_cache .ruff_cache .hypothesis .ipynb_checkpoints .turbo .parcel-cache ' +
    '.sass-cache .nx .vite zig-cache .zig-cache tmp temp .tmp .temp ' +
    // Reports and logs.
    'coverage .nyc_output htmlcov test-results playwright-report log logs'
  ).split(' '),
)

const ENDINGS =
  /\.(?:log|tmp|temp|swp|swo|pyc|pyo|o|obj|class|tsbuildinfo|pid|lcov|gcda|gcno|prof|map|egg-info|out)$|~$/

const FILES = new Set(
  '.DS_Store Thumbs.db .coverage .eslintcache .stylelintcache coverage.xml junit.xml'.split(' '),
)

/** Does a name stand for something that is made again? */
export function isMadeAgain(name: string, kind: 'file' | 'folder'): boolean {
  return kind === 'folder' ? FOLDERS.has(name) || name.endsWith('.egg-info') : isMadeFile(name)
}

function isMadeFile(name: string): boolean {
  return FILES.has(name) || ENDINGS.test(name)
}
