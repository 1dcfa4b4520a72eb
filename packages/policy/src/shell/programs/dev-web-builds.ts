import { display, literal } from '../../model/field.ts'
import type { Touch } from '../../model/part.ts'
import { carrierCommand } from './carrier.ts'
import { inWorkspace, ownConfig, relief, relieve } from './hazard-relief.ts'
import { isInWorkspace } from './places.ts'
import { MODERN, type FactsPatch, type ParsedArgs, type ProgramFacts, type Table } from './spec.ts'

/** Compilers, bundlers, frameworks and releasers of JavaScript. */
export const DEV_WEB_BUILDS: Table = () => [
  // Compilers and bundlers.
  {
    names: ['tsc', 'vue-tsc', 'tsgo'],
    queries: '--version -v --help -h',
    style: MODERN,
    writes: '--generateTrace= --generateCpuProfile=',
    configures: '-p,--project=',
    outputs: '--outDir= --outFile= --declarationDir= --tsBuildInfoFile=',
    options: '-b,--build',
    arity: 1,
    read: readBuild,
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
  // Removal, as in the scripts of many projects.
  {
    names: ['rimraf', 'del', 'del-cli'],
    style: MODERN,
    operands: { act: 'remove', recursive: true },
    // The program itself expands patterns.
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
    // The next word says whether a database is read, changed or emptied.
    read: ({ operands: [first] }, { arity }) =>
      /^(?:migrate|db|database)$/.test(literal(first) ?? '') ? { arity: arity + 1 } : {},
  },
]

/** `tsc -b FOLDER` uses the settings of that folder. */
function readBuild(args: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const patch = relief(args, facts, { '-p,--project': inWorkspace })
  if (!args.has('-b')) return patch
  const elsewhere = args.operands.filter((field) => !isInWorkspace(field, args.context))
  const hazards = elsewhere.map((field) => ({
    kind: 'configures' as const,
    option: display(field),
    range: field.range,
    spellings: [display(field)],
  }))
  return { ...patch, hazards: [...(patch.hazards ?? facts.hazards), ...hazards] }
}

/** Programs that publish if one of their words says so. */
function readReleaser(args: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const [first] = args.operands
  const words = args.operands.map(display)
  const alone = ['semantic-release', 'np', 'release-it'].includes(args.program)
  const publishes = words.includes('publish') || words.includes('release') || alone
  if (!publishes || isDryRun(args) || args.has('--help', '--version')) return {}
  return { traits: [...facts.traits, 'publish'], arity: first === undefined ? 0 : facts.arity }
}

/** Only plain `--dry-run`: a value may switch it off again. */
export function isDryRun({ options, operands }: ParsedArgs): boolean {
  const given = options.filter(({ written }) => /^--(?:no-)?dry/.test(written))
  const off = operands.some((field) => literal(field) === 'false')
  return given.length > 0 && !off && given.every(({ written }) => written === '--dry-run')
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
