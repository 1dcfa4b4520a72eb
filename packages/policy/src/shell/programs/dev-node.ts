import type { Field } from '../../model/field.ts'
import type { Hazard, Trait } from '../../model/part.ts'
import { isPackageAddress } from './addresses.ts'
import { carrier, carrierCommand, type CarryingSpec } from './carrier.ts'
import { codeEffects } from './code-effects.ts'
import { isDryRun } from './dev-web-builds.ts'
import {
  GNU,
  MODERN,
  type CommandSpec,
  type FactsPatch,
  type ParsedArgs,
  type ProgramFacts,
  type Table,
} from './spec.ts'
import { each } from './table-parts.ts'

/** Package managers of JavaScript, and the programs that they start. */
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
      ...each('publish publ pub unpublish deprecate', PUBLISH),
      ...each('dist-tag dist-tags', {
        subcommands: each('ls list', { readonly: 'query', style: GNU }),
        fallback: PUBLISH,
      }),
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
      pm: {
        style: MODERN,
        subcommands: each('ls list bin hash hash-string', {
          readonly: true,
          style: MODERN,
          options: '-a,--all -g,--global',
          arity: 3,
        }),
        fallback: { arity: 3 },
      },
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
]

/** Options of npm that lead to other code, other configuration or another registry; npm accepts any prefix of them. */
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
  configures: '--registry= --prefix= --userconfig= --cache= --shell= --script-shell=',
  text: '-c,--call=',
}

const INSTALL: CommandSpec = { arity: 2, read: readInstall }

const PUBLISH: CommandSpec = { arity: 2, read: readPublish }

const SCRIPT: CommandSpec = { arity: 3 }

function readInstall(args: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const { operands } = args
  const fetched = operands.some(isPackageAddress) || args.has('--registry')
  const traits: readonly Trait[] = fetched ? [...facts.traits, 'install-from-address'] : facts.traits
  return { traits, arity: fetched ? 0 : facts.arity, ...dottedConfig(args, facts) }
}

function readPublish(args: ParsedArgs, facts: ProgramFacts): FactsPatch {
  return { traits: isDryRun(args) ? facts.traits : [...facts.traits, 'publish'], arity: 0 }
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
