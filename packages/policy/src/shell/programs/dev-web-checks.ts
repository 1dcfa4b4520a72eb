import { inWorkspace, ownConfig, plainName, relief, relieve } from './hazard-relief.ts'
import { MODERN, type FactsPatch, type ParsedArgs, type Table } from './spec.ts'

/** Linters, formatters and test runners of JavaScript. */
export const DEV_WEB_CHECKS: Table = () => [
  // Linters and formatters.
  {
    names: ['eslint', 'eslint_d'],
    queries: '--version -v --help -h --env-info',
    style: MODERN,
    options:
      '--ext= --fix --fix-dry-run --cache --max-warnings= --quiet --color --no-color --no-eslintrc --env= --global= --rule= --stdin --stdin-filename= --debug --ignore-pattern= --no-ignore --report-unused-disable-directives',
    reads: '--ignore-path=',
    loads: '-c,--config= --rulesdir= --resolve-plugins-relative-to= --plugin= --parser= -f,--format=',
    writes: '-o,--output-file= --cache-location= --cache-file= --suppressions-location=',
    arity: 1,
    read: relieve({
      '-f,--format': plainName,
      '--suppressions-location': inWorkspace,
      '--plugin': plainName,
      '-c,--config': ownConfig(
        'eslint.config.js',
        'eslint.config.mjs',
        'eslint.config.cjs',
        'eslint.config.ts',
        '.eslintrc.json',
        '.eslintrc.js',
        '.eslintrc.cjs',
        '.eslintrc.yml',
        '.eslintrc',
      ),
    }),
  },
  {
    names: ['prettier', 'prettierd'],
    queries: '--version -v --help -h',
    style: MODERN,
    options:
      '-c,--check -w,--write -l,--list-different --log-level= --no-config --cache --ignore-unknown -u --print-width= --tab-width= --stdin-filepath=',
    reads: '--ignore-path=',
    loads: '--plugin= --plugin-search-dir= --config= --parser=',
    writes: '--cache-location=',
    arity: 1,
    read: relieve({
      '--parser': plainName,
      '--config': ownConfig(
        '.prettierrc',
        '.prettierrc.json',
        '.prettierrc.yml',
        '.prettierrc.js',
        '.prettierrc.cjs',
        '.prettierrc.mjs',
        'prettier.config.js',
        'prettier.config.mjs',
        'package.json',
      ),
    }),
  },
  {
    names: ['stylelint'],
    style: MODERN,
    loads: '-c,--config= --config-basedir= --custom-syntax= --custom-formatter= -f,--formatter=',
    writes: '-o,--output-file= --cache-location=',
    arity: 1,
    read: relieve({ '-f,--formatter': plainName, '--custom-syntax': plainName }),
  },
  {
    names: ['biome', 'oxlint', 'oxfmt', 'dprint', 'rome'],
    style: MODERN,
    configures: '-c,--config,--config-path=',
    loads: '--js-plugins= --plugins=',
    arity: 1,
  },
  {
    names: [
      'tslint',
      'standard',
      'xo',
      'commitlint',
      'markdownlint',
      'markdownlint-cli2',
      'cspell',
      'htmlhint',
      'knip',
      'depcheck',
      'madge',
      'dependency-cruiser',
      'depcruise',
    ],
    style: MODERN,
    loads: '-c,--config= -r,--rules= --rulesDir=',
    arity: 1,
  },
  // Test runners.
  {
    names: ['vitest'],
    queries: '--version -v --help -h',
    style: MODERN,
    options:
      '-t,--testNamePattern= --watch --run --coverage -u,--update --ui --project= --bail= --retry= --changed[=] --shard= --exclude= --silent --mode= --typecheck --passWithNoTests --no-color --hookTimeout= --testTimeout= --maxWorkers= --minWorkers=',
    loads:
      '-c,--config= --environment= --reporter= --globalSetup= --runner= --workspace= --diff= --pool= --execArgv= --browser.provider= --coverage.customProviderModule= --snapshotEnvironment= --setupFiles= --sequence.sequencer= --typecheck.checker= --poolOptions.forks.execArgv= --poolOptions.threads.execArgv= --poolOptions.vmForks.execArgv= --poolOptions.vmThreads.execArgv=',
    configures: '-r,--root= --dir=',
    writes: '--outputFile= --attachmentsDir= --coverage.reportsDirectory=',
    arity: 1,
    read: relieve({
      '-c,--config': ownConfig(
        'vitest.config.ts',
        'vitest.config.js',
        'vitest.config.mts',
        'vite.config.ts',
        'vite.config.js',
      ),
      '--environment': plainName,
      '--reporter': plainName,
      '--pool,--browser.provider,--typecheck.checker': plainName,
      '--coverage.reportsDirectory': inWorkspace,
      '--workspace': ownConfig('vitest.workspace.ts', 'vitest.workspace.js'),
    }),
  },
  {
    names: ['jest', 'react-app-rewired'],
    queries: '--version -v --help -h',
    style: MODERN,
    options:
      '-t,--testNamePattern= -i,--runInBand -u,--updateSnapshot --watch --watchAll --coverage --ci -w,--maxWorkers= --bail[=] -b --silent --verbose --testPathPattern,--testPathPatterns= --selectProjects= --shard= --passWithNoTests -o,--onlyChanged --findRelatedTests --detectOpenHandles --forceExit --no-cache --testTimeout= --colors',
    loads:
      '-c,--config= --globalSetup= --globalTeardown= --setupFiles= --setupFilesAfterEnv= --runner= --testRunner= --testEnvironment,--env= --resolver= --transform= --reporters= --preset= --projects= --testSequencer= --watchPlugins= --snapshotSerializers= --prettierPath= --filter= --moduleNameMapper= --modulePaths= --haste= --testResultsProcessor= --dependencyExtractor= --moduleLoader=',
    configures: '--rootDir= --roots=',
    writes: '--outputFile= --coverageDirectory= --cacheDirectory=',
    arity: 1,
    read: relieve({
      '-c,--config': ownConfig(
        'jest.config.js',
        'jest.config.ts',
        'jest.config.mjs',
        'jest.config.cjs',
        'package.json',
      ),
      '--testEnvironment': plainName,
      '--reporters': plainName,
      '--preset': plainName,
    }),
  },
  {
    names: ['mocha', 'nyc', 'c8', 'ava', 'tap', 'jasmine', 'karma', 'uvu', 'wtr', 'web-test-runner', 'tape'],
    style: MODERN,
    loads: '-r,--require= --import= --file= --config= --package= --opts= -R,--reporter= --ui= --nycrc-path=',
    writes: '--report-dir,--reports-dir= --temp-dir,--temp-directory=',
    arity: 1,
    read: (args, facts) => ({
      ...relief(args, facts, { '-R,--reporter': plainName, '--ui': plainName }),
      ...underNyc(args),
    }),
  },
  {
    names: ['playwright'],
    style: MODERN,
    options:
      '-g,--grep= --grep-invert= --project= -j,--workers= --retries= --shard= --timeout= --max-failures= --repeat-each= --trace= --browser= --headed --list --last-failed -u,--update-snapshots[=] -x',
    loads: '-c,--config= --reporter= --tsconfig=',
    writes: '--output=',
    arity: 2,
    read: relieve({
      '-c,--config': ownConfig('playwright.config.ts', 'playwright.config.js'),
      '--reporter': plainName,
    }),
  },
  {
    names: ['cypress'],
    style: MODERN,
    loads: '-C,--config-file= -r,--reporter=',
    configures: '-P,--project= -c,--config=',
    arity: 2,
    read: relieve({
      '-r,--reporter': plainName,
      '-C,--config-file': ownConfig('cypress.config.ts', 'cypress.config.js'),
    }),
  },
]

/** `nyc mocha …`, `c8 node x.js`: the measured command is in their words. */
function underNyc({ program, argv, operands }: ParsedArgs): FactsPatch {
  const [first] = operands
  if (!['nyc', 'c8'].includes(program) || first === undefined) return {}
  const from = argv.indexOf(first)
  return { inner: [{ kind: 'argv', argv: argv.slice(from), from, remote: true }] }
}
