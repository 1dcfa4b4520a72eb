import { display, literal, type Field } from '../field.ts'
import type { Hazard, Touch, Trait } from '../part.ts'
import { isPackageAddress } from './addresses.ts'
import { carrier, carrierCommand, type CarryingSpec } from './carrier.ts'
import { inWorkspace, ownConfig, plainName, relief, relieve } from './hazard-relief.ts'
import { codeEffects } from './code-effects.ts'
import {
  GNU,
  MODERN,
  type CommandSpec,
  type FactsPatch,
  type ParsedArgs,
  type ProgramFacts,
  type Table,
} from './spec.ts'

/** Options of npm that lead to other code, other configuration or another registry; it takes any beginning of them. */
const NPM_STARTS =
  '--script-shell= --shell= --git= --editor= --viewer= --browser= --node-gyp= --onload-script='
const NPM_CONFIGURES =
  '-C,--prefix= --userconfig= --globalconfig= --registry= --proxy= --https-proxy= --noproxy= --cafile= --ca= --strict-ssl[=] --no-strict-ssl --node-options= --init-module= --init.module='
const NPM_WRITES = '--cache= --tmp= --logs-dir= --pack-destination='
const NPM_OPTIONS =
  '-w,--workspace= --workspaces --ws --include-workspace-root --iwr --loglevel= --omit= --include= --tag= --otp= --access= --depth= --before= --json -l,--long -p,--parseable -g,--global -D,--save-dev -S,--save -O,--save-optional -E,--save-exact -P,--save-prod --no-save -f,--force --legacy-peer-deps --ignore-scripts --no-audit --no-fund --dry-run --if-present -s,--silent -q,--quiet -d,--verbose -y,--yes -a,--all --offline --prefer-offline --package-lock-only --no-package-lock --foreground-scripts --audit-level= --install-strategy= --cpu= --os= --scope='

const EXECUTES: CarryingSpec = {
  remote: true,
  fetches: true,
  options:
    '-y,--yes --no --no-install -q,--quiet -s,--silent --prefer-offline --offline -w,--workspace= --workspaces --ws',
  loads: '-p,--package= -n,--node-arg= --node-options=',
  configures: '--registry= --prefix= --userconfig= --cache= --shell=',
  text: '-c,--call=',
}

const INSTALL: CommandSpec = { arity: 2, read: readInstall }
const PUBLISH: CommandSpec = { arity: 2, read: readPublish }
const SCRIPT: CommandSpec = { arity: 3 }

/** Package managers and tools of JavaScript and TypeScript. */
export const DEV_NODE: Table = () => [
  {
    names: ['npm'],
    queries: '--version -v --help -h help',
    style: GNU,
    inherited: true,
    options: NPM_OPTIONS,
    starts: NPM_STARTS,
    configures: NPM_CONFIGURES,
    writes: NPM_WRITES,
    subcommands: {
      ...each('run run-script rum urn', SCRIPT),
      ...each(
        'install i in ins inst insta instal isnt add ci clean-install update up upgrade link ln install-test it',
        INSTALL,
      ),
      ...each('exec x', {
        ...carrierCommand({ ...EXECUTES, style: { ...GNU, permute: false } }),
        hazard: 'starts',
      }),
      ...each('publish publ pub unpublish deprecate dist-tag dist-tags', PUBLISH),
      ...each('init create innit', { arity: 3, read: readInstall }),
      explore: { ...carrierCommand({ remote: true, skip: 1 }), hazard: 'starts' },
      ...each('config c', { subcommands: each('set edit', { hazard: 'configures', arity: 3 }), arity: 3 }),
      ...each('set edit', { hazard: 'configures', arity: 2 }),
    },
    fallback: { arity: 2 },
  },
  {
    names: ['pnpm', 'cnpm'],
    queries: '--version -v --help -h help',
    style: GNU,
    inherited: true,
    options: `${NPM_OPTIONS} -r,--recursive -F,--filter= --filter-prod= --parallel --stream --aggregate-output --reporter= --frozen-lockfile --no-frozen-lockfile -W,--workspace-root --no-bail --workspace-concurrency= --changed-files-ignore-pattern=`,
    starts: NPM_STARTS,
    configures: `${NPM_CONFIGURES} --dir= --store-dir= --virtual-store-dir= --global-dir= --config-dir= --modules-dir= --lockfile-dir= --test-pattern=`,
    writes: NPM_WRITES,
    subcommands: {
      ...each('run run-script', SCRIPT),
      ...each('install i add update up upgrade link ci import', INSTALL),
      ...each(
        'exec',
        carrierCommand({
          ...EXECUTES,
          options: '-r --parallel --no-bail',
          text: '',
          shells: '-c,--shell-mode',
        }),
      ),
      ...each(
        'dlx x',
        carrierCommand({ ...EXECUTES, loads: '--package=', options: '-s,--silent', text: '' }),
      ),
      ...each('publish', PUBLISH),
      create: { arity: 3 },
    },
    fallback: { arity: 2, read: dottedConfig },
  },
  {
    names: ['yarn', 'yarnpkg'],
    queries: '--version -v --help -h',
    style: MODERN,
    inherited: true,
    options:
      '-s,--silent --json --offline --frozen-lockfile --immutable --check-files --production -D,--dev -W,--ignore-workspace-root-check --verbose --no-progress',
    starts: NPM_STARTS,
    configures:
      '--cwd= --use-yarnrc= --registry= --proxy= --https-proxy= --rc-file= --global-folder= --link-folder=',
    writes: '--cache-folder= --modules-folder= --pack-destination= --out=',
    subcommands: {
      ...each('run', SCRIPT),
      ...each('add install up upgrade link', INSTALL),
      ...each('exec', carrierCommand({ remote: true })),
      ...each('dlx', carrierCommand({ ...EXECUTES, text: '' })),
      ...each('workspace', carrierCommand({ remote: true, skip: 1 })),
      ...each('publish', PUBLISH),
      ...each('create', { arity: 3 }),
      npm: { subcommands: { publish: PUBLISH, tag: PUBLISH }, fallback: { arity: 3 } },
      node: { arity: 2 },
    },
    fallback: { arity: 2 },
  },
  {
    names: ['bun'],
    queries: '--version -v --revision --help -h',
    style: MODERN,
    inherited: true,
    options: '--watch --hot --smol --silent --bun -b --if-present',
    loads: '-r,--preload= --require= --import= --plugin=',
    configures: '--cwd= -c,--config= --env-file= --registry= --tsconfig-override= --shell=',
    changes: '-e,--eval= -p,--print=',
    subcommands: {
      run: SCRIPT,
      test: { arity: 2 },
      ...each('install i add update link create init', INSTALL),
      x: carrierCommand({ ...EXECUTES, text: '' }),
      publish: PUBLISH,
      build: { arity: 2 },
      pm: { arity: 3 },
      exec: carrierCommand({ remote: true, joins: '' }),
    },
    fallback: { arity: 2, changes: '-e,--eval= -p,--print=', read: readBunCode },
  },
  {
    names: ['deno'],
    queries: '--version -V --help -h',
    style: MODERN,
    inherited: true,
    options: '-A,--allow-all -q,--quiet --no-check --watch[=]',
    loads: '--preload= --import= -r,--reload[=]',
    configures:
      '-c,--config= --import-map= --env-file[=] --cert= --location= --node-modules-dir[=] --lock[=]',
    subcommands: {
      run: { arity: 0, style: { ...MODERN, permute: false }, read: readInstall },
      eval: {
        arity: -1,
        read: (args, facts) => withCode(args.operands[0], args, facts),
      },
      task: { arity: 3 },
      ...each('install add jupyter', INSTALL),
      publish: PUBLISH,
    },
    fallback: { arity: 2 },
  },
  carrier({ ...EXECUTES, names: ['npx', 'pnpx'] }),
  carrier({ ...EXECUTES, names: ['bunx'], options: '--bun --no-install --verbose --silent', text: '' }),
  carrier({ remote: true, names: ['shx', 'corepack'] }),

  // Compilers and bundlers.
  {
    names: ['tsc', 'vue-tsc', 'tsgo'],
    queries: '--version -v --help -h',
    style: MODERN,
    writes: '--generateTrace= --generateCpuProfile=',
    configures: '-p,--project=',
    outputs: '--outDir= --outFile= --declarationDir= --tsBuildInfoFile=',
    arity: 1,
    read: relieve({ '-p,--project': inWorkspace }),
  },
  {
    names: ['esbuild', 'swc', 'tsup', 'unbuild', 'tsdown', 'rolldown'],
    style: MODERN,
    outputs: '--outfile= --outdir= -d,--out-dir= -o,--out-file=',
    loads: '-c,--config,--config-file= --plugin=',
    arity: 1,
  },
  { names: ['babel'], style: MODERN, loads: '--config-file= --plugins= --presets= -r,--require=', arity: 1 },
  {
    names: ['rollup'],
    style: MODERN,
    loads: '-c,--config[=] -p,--plugin= --configPlugin=',
    arity: 1,
    read: relieve({ '-c,--config': ownConfig('rollup.config.js', 'rollup.config.mjs', 'rollup.config.ts') }),
  },
  {
    names: ['webpack', 'webpack-cli', 'rspack'],
    style: MODERN,
    loads: '-c,--config= -r,--require= --config-registration=',
    arity: 1,
    read: relieve({
      '-c,--config': ownConfig('webpack.config.js', 'webpack.config.ts', 'webpack.config.mjs'),
    }),
  },
  {
    names: ['vite'],
    style: MODERN,
    loads: '-c,--config=',
    arity: 2,
    read: relieve({
      '-c,--config': ownConfig('vite.config.ts', 'vite.config.js', 'vite.config.mjs', 'vite.config.mts'),
    }),
  },
  {
    names: [
      'parcel',
      'next',
      'nuxt',
      'nuxi',
      'astro',
      'remix',
      'ng',
      'gatsby',
      'svelte-kit',
      'storybook',
      'sb',
      'expo',
      'eas',
      'ionic',
      'quasar',
      'vue',
      'react-scripts',
      'craco',
    ],
    style: MODERN,
    loads: '-c,--config,--config-file,--config-dir=',
    arity: 2,
  },
  {
    names: ['turbo', 'nx', 'lerna', 'rush', 'lage', 'wireit'],
    style: MODERN,
    configures: '--cwd=',
    subcommands: { exec: carrierCommand({ remote: true, anywhere: true, joins: '' }) },
    fallback: { style: MODERN, configures: '--cwd=', arity: 2, read: readReleaser },
  },
  {
    names: ['changeset', 'semantic-release', 'np', 'release-it', 'standard-version', 'vsce', 'ovsx', 'jsr'],
    style: MODERN,
    arity: 2,
    read: readReleaser,
  },

  // Linters and formatters.
  {
    names: ['eslint', 'eslint_d'],
    queries: '--version -v --help -h --env-info',
    style: MODERN,
    options:
      '--ext= --fix --fix-dry-run --cache --max-warnings= --quiet --color --no-color --no-eslintrc --env= --global= --rule= --stdin --stdin-filename= --debug --ignore-pattern= --no-ignore --report-unused-disable-directives',
    reads: '--ignore-path=',
    loads: '-c,--config= --rulesdir= --resolve-plugins-relative-to= --plugin= --parser= -f,--format=',
    writes: '-o,--output-file= --cache-location= --cache-file=',
    arity: 1,
    read: relieve({
      '-f,--format': plainName,
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
      '-t,--testNamePattern= --watch --run --coverage -u,--update --ui --pool= --project= --bail= --retry= --changed[=] --shard= --exclude= --silent --mode= --typecheck --passWithNoTests --no-color --hookTimeout= --testTimeout= --maxWorkers= --minWorkers=',
    loads: '-c,--config= --environment= --reporter= --globalSetup= --runner= --workspace= --diff=',
    configures: '-r,--root= --dir=',
    writes: '--outputFile= --attachmentsDir=',
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
      '-c,--config= --globalSetup= --globalTeardown= --setupFiles= --setupFilesAfterEnv= --runner= --testRunner= --testEnvironment,--env= --resolver= --transform= --reporters= --preset= --projects= --testSequencer= --watchPlugins= --snapshotSerializers= --prettierPath= --filter= --moduleNameMapper= --modulePaths= --haste=',
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

  // Removal, as the script of many a project has it.
  {
    names: ['rimraf', 'del', 'del-cli'],
    style: MODERN,
    operands: { act: 'remove', recursive: true },
    // Patterns are read by the program itself.
    read: (_, facts) => ({ touches: facts.touches.map(withOwnGlobs) }),
    arity: 0,
  },
  {
    names: [
      'vercel',
      'netlify',
      'wrangler',
      'firebase',
      'flyctl',
      'fly',
      'heroku',
      'railway',
      'supabase',
      'prisma',
      'drizzle-kit',
      'sequelize',
      'typeorm',
      'knex',
      'graphql-codegen',
      'openapi-generator-cli',
      'pm2',
      'serve',
      'http-server',
      'json-server',
      'husky',
      'lint-staged',
    ],
    style: MODERN,
    configures: '-c,--config= --cwd=',
    arity: 2,
  },
]

function each(names: string, spec: CommandSpec): Readonly<Record<string, CommandSpec>> {
  return Object.fromEntries(names.split(' ').map((name) => [name, spec]))
}

function readInstall(args: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const { operands } = args
  const fetched = operands.some(isPackageAddress) || args.has('--registry')
  const traits: readonly Trait[] = fetched ? [...facts.traits, 'install-from-address'] : facts.traits
  return { traits, arity: fetched ? 0 : facts.arity, ...dottedConfig(args, facts) }
}

function readPublish(args: ParsedArgs, facts: ProgramFacts): FactsPatch {
  return { traits: isDryRun(args) ? facts.traits : [...facts.traits, 'publish'], arity: 0 }
}

/** `--dry-run` alone: with a value it may be switched off again. */
function isDryRun({ options, operands }: ParsedArgs): boolean {
  const given = options.filter(({ written }) => /^--(?:no-)?dry/.test(written))
  const off = operands.some((field) => literal(field) === 'false')
  return given.length > 0 && !off && given.every(({ written }) => written === '--dry-run')
}

/** Programs that publish when one of their words says so. */
function readReleaser(args: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const [first] = args.operands
  const words = args.operands.map(display)
  const alone = ['semantic-release', 'np', 'release-it'].includes(args.program)
  const publishes = words.includes('publish') || words.includes('release') || alone
  if (!publishes || isDryRun(args) || args.has('--help', '--version')) return {}
  return { traits: [...facts.traits, 'publish'], arity: first === undefined ? 0 : facts.arity }
}

/** `--config.script-shell=x`, `--@scope:registry=x`: settings by their full name. */
function dottedConfig({ options }: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const dotted = options.filter(({ written }) => /^--(?:config\.|@[^=]*:registry|\/\/)/.test(written))
  if (dotted.length === 0) return {}
  return {
    hazards: [
      ...facts.hazards,
      ...dotted.map(({ written, field, names }): Hazard => ({
        kind: 'configures',
        option: written,
        range: field.range,
        spellings: names,
      })),
    ],
  }
}

function readBunCode(args: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const code = args.value('-e', '-p')
  const [file] = args.operands
  if (code !== undefined) return { ...withCode(code, args, facts), arity: -1 }
  return file === undefined ? {} : { touches: [...facts.touches, readOf(file)] }
}

function readOf(path: Field): ProgramFacts['touches'][number] {
  return { act: 'read', path, recursive: false }
}

/** `nyc mocha …`, `c8 node x.js`: what they measure stands in their words. */
function underNyc({ program, argv, operands }: ParsedArgs): FactsPatch {
  const [first] = operands
  if (!['nyc', 'c8'].includes(program) || first === undefined) return {}
  const from = argv.indexOf(first)
  return { inner: [{ kind: 'argv', argv: argv.slice(from), from, remote: true }] }
}

function withCode(
  code: Field | undefined,
  { program, context }: ParsedArgs,
  facts: ProgramFacts,
): FactsPatch {
  if (code === undefined) return {}
  const { inner, touches, hidden } = codeEffects(code, program, context.place.home)
  return {
    inner: [...facts.inner, ...inner],
    touches: [...facts.touches, ...touches],
    ...(hidden ? { hidden: true } : {}),
  }
}

function withOwnGlobs(touch: Touch): Touch {
  const text = literal(touch.path)
  if (text === undefined || !text.includes('*')) return touch
  const pieces = text.split(/(\*+)/).flatMap((part, index) => {
    if (part === '') return []
    return [{ kind: index % 2 === 0 ? ('text' as const) : ('glob' as const), text: part }]
  })
  return { ...touch, path: { ...touch.path, pieces } }
}
