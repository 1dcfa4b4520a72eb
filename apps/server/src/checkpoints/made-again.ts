import { isMadeAgainFolder } from '@countersign/policy'

/**
 * Names of generated files (SPEC P20), in addition to those that the policy knows: dependencies, build output, scratch space,
 * logs. They apply only to ignored files: undo does not store those, and nobody misses them.
 */
const FOLDERS = new Set(
  (
    '.yarn .pnpm-store vendor Pods Carthage .bundle deps elm-stuff out bin obj _build dist-newstyle .output .astro .docusaurus ' +
    '.serverless .expo .dart_tool storybook-static zig-out zig-cache .zig-cache cmake-build-debug cmake-build-release .hypothesis ' +
    '.sass-cache .nx .vite tmp temp .tmp .temp htmlcov test-results playwright-report log logs'
  ).split(' '),
)

const ENDINGS =
  /\.(?:log|tmp|temp|swp|swo|pyc|pyo|o|obj|class|tsbuildinfo|pid|lcov|gcda|gcno|prof|map|egg-info|out)$|~$/

const FILES = new Set(
  '.DS_Store Thumbs.db .coverage .eslintcache .stylelintcache coverage.xml junit.xml'.split(' '),
)

/** Whether a name indicates something that tools regenerate. */
export function isMadeAgain(name: string, kind: 'file' | 'folder'): boolean {
  if (kind === 'file') return isMadeFile(name)
  return isMadeAgainFolder(name) || FOLDERS.has(name) || name.endsWith('.egg-info')
}

function isMadeFile(name: string): boolean {
  return FILES.has(name) || ENDINGS.test(name)
}
