import { display, literal } from '../../model/field.ts'
import { isAddress } from './addresses.ts'
import { carrier, carrierCommand } from './carrier.ts'
import { inWorkspace, ownConfig, plainName, relieve } from './hazard-relief.ts'
import {
  GNU,
  MODERN,
  SINGLE_DASH,
  type FactsPatch,
  type ParsedArgs,
  type ProgramFacts,
  type Table,
} from './spec.ts'
import { NOWHERE, PUBLISH, each, publishesOn } from './table-parts.ts'

/** .NET, Apple, Ruby, PHP, BEAM and others. */
export const DEV_LANGUAGES: Table = () => [
  {
    names: ['dotnet'],
    queries: '--version --info --list-sdks --list-runtimes --help -h',
    style: MODERN,
    subcommands: {
      nuget: { subcommands: { push: PUBLISH }, fallback: { arity: 3 } },
      ...each('build test run restore clean format watch publish pack add', {
        style: MODERN,
        options:
          '--filter= -c,--configuration= -f,--framework= -v,--verbosity= -r,--runtime= --no-build --no-restore --launch-profile=',
        configures: '--configfile= -s,--source= --settings= --tool-path= --runtime-config=',
        loads: '-a,--test-adapter-path= --logger=',
        arity: 2,
        read: relieve({
          '--logger': (value) => plainName(value, NOWHERE) || /^[\w;=.-]+$/.test(literal(value) ?? ''),
        }),
      }),
      tool: {
        subcommands: {
          run: carrierCommand({ remote: true }),
          install: { arity: 3, configures: '--add-source= --configfile= --tool-path=' },
        },
        fallback: { arity: 3 },
      },
      exec: { arity: 0, loads: '--depsfile= --runtimeconfig= --additionalprobingpath=' },
    },
    fallback: { arity: 2 },
  },
  {
    names: ['swift', 'swiftc'],
    queries: '--version -version --help -h',
    style: SINGLE_DASH,
    options: '--filter= --skip= -c,--configuration= --target= --product= --parallel',
    configures: '--package-path= -C= --config-path= --toolchain= --sdk=',
    arity: 2,
    read: relieve({ '--package-path': inWorkspace }),
  },
  {
    names: ['xcodebuild', 'xctest', 'swiftlint', 'swiftformat', 'pod', 'carthage', 'fastlane'],
    queries: '-version --version -help --help',
    style: SINGLE_DASH,
    options: '-scheme= -destination= -configuration= -target= -sdk= -only-testing= -skip-testing= -quiet',
    configures: '-xcconfig= --config=',
    arity: 2,
    read: (args, facts) =>
      args.program === 'pod' && display(args.operands[0]) === 'trunk'
        ? { traits: [...facts.traits, 'publish'] }
        : {},
  },
  {
    names: ['gem'],
    queries: '--version -v --help -h',
    style: GNU,
    inherited: true,
    configures: '-s,--source= --config-file= -p,--http-proxy[=] --clear-sources',
    writes: '-i,--install-dir= -n,--bindir=',
    subcommands: {
      ...each('install update', { arity: 2, read: readGem }),
      ...each('list environment env which contents', {
        readonly: true,
        style: GNU,
        options:
          '-l,--local -a,--all -d,--details --versions -i,--installed -e,--exact -q,--quiet -V,--verbose',
        arity: 2,
      }),
      push: PUBLISH,
      yank: PUBLISH,
      ...each('exec', carrierCommand({ remote: true, options: '-g= -v=' })),
    },
    fallback: { arity: 2 },
  },
  {
    names: ['bundle', 'bundler'],
    queries: '--version -v --help -h',
    style: GNU,
    inherited: true,
    options: '--no-color -r,--retry= -V,--verbose',
    loads: '--gemfile=',
    subcommands: { exec: carrierCommand({ remote: true, options: '--keep-file-descriptors --gemfile=' }) },
    fallback: { arity: 2 },
  },
  {
    names: ['rake', 'thor'],
    queries: '--version -V --help -h',
    style: GNU,
    loads: '-f,--rakefile= -r,--require= -R,--rakelib= -I,--libdir= -C,--directory=',
    starts: '-e,--execute= -E,--execute-continue= -p,--execute-print=',
    arity: 2,
    read: relieve({ '-f,--rakefile': ownConfig('Rakefile', 'rakefile', 'Rakefile.rb') }),
  },
  {
    names: ['rails', 'hanami'],
    queries: '--version -v --help -h',
    style: GNU,
    loads: '-r,--require= -I= -C,--config=',
    arity: 2,
    // The words after these are code.
    read: ({ operands: [first] }) =>
      /^(?:runner|r|console|c|dbconsole|db)$/.test(literal(first) ?? '') ? { arity: 0 } : {},
  },
  {
    names: ['rspec', 'minitest', 'cucumber', 'spring', 'puma', 'sidekiq'],
    style: GNU,
    loads: '-r,--require= -I= -O,--options= -C,--config= -f,--format= -P=',
    writes: '-o,--out=',
    arity: 1,
    read: relieve({ '-f,--format': plainName, '-r,--require': plainName, '-I': inWorkspace }),
  },
  {
    names: ['rubocop', 'standardrb', 'erb_lint', 'haml-lint', 'reek', 'brakeman', 'sorbet', 'srb', 'steep'],
    style: GNU,
    loads: '-c,--config= -r,--require= -f,--format= --plugin=',
    writes: '-o,--out=',
    arity: 1,
    read: relieve({ '-c,--config': ownConfig('.rubocop.yml'), '-f,--format': plainName }),
  },
  {
    names: ['composer'],
    queries: '--version -V --help -h',
    style: GNU,
    inherited: true,
    options:
      '-q,--quiet -v -vv -vvv -n,--no-interaction --no-ansi --no-plugins --no-scripts --no-cache --dev --no-dev -o --optimize-autoloader',
    configures: '-d,--working-dir= --repository= --repository-url=',
    subcommands: {
      exec: carrierCommand({ remote: true }),
      ...each('run run-script', { arity: 3 }),
      ...each('require install update create-project', { arity: 2 }),
    },
    fallback: { arity: 2 },
  },
  {
    names: [
      'phpunit',
      'pest',
      'phpstan',
      'psalm',
      'php-cs-fixer',
      'phpcs',
      'phpcbf',
      'rector',
      'behat',
      'artisan',
      'sail',
    ],
    style: GNU,
    loads:
      '-c,--configuration,--config= --bootstrap= --printer= --extension= --extensions= -a,--autoload-file= --standard= --loader=',
    arity: 1,
    read: relieve({
      '-c,--configuration,--config': ownConfig(
        'phpunit.xml',
        'phpunit.xml.dist',
        'phpstan.neon',
        'phpstan.neon.dist',
        'psalm.xml',
      ),
      '--standard': plainName,
    }),
  },
  {
    names: ['mix', 'rebar3'],
    queries: '--version -v --help',
    style: MODERN,
    arity: 2,
    read: publishesOn('hex.publish', 'publish'),
  },
  {
    names: ['stack', 'cabal', 'ghcup', 'dune', 'opam', 'esy'],
    queries: '--version --help',
    style: MODERN,
    inherited: true,
    loads: '--stack-yaml= --project-file= --with-compiler= --with-ghc=',
    subcommands: { exec: carrierCommand({ remote: true }), ...each('upload publish', PUBLISH) },
    fallback: { arity: 2 },
  },
  {
    names: ['dart', 'flutter'],
    queries: '--version --help -h',
    style: MODERN,
    subcommands: {
      pub: {
        subcommands: { publish: PUBLISH, get: { arity: 3 }, add: { arity: 3, read: readGem } },
        fallback: { arity: 3 },
      },
    },
    fallback: { arity: 2 },
  },
  {
    names: ['zig', 'crystal', 'v'],
    queries: '--version --help version help',
    style: MODERN,
    arity: 2,
    read: publishesOn('publish'),
  },
  {
    names: [
      'nim',
      'nimble',
      'shards',
      'odin',
      'gleam',
      'elm',
      'purs',
      'spago',
      'coqc',
      'lake',
      'lean',
      'agda',
      'idris2',
      'fpc',
      'gnatmake',
      'gprbuild',
      'dub',
      'dmd',
      'ldc2',
    ],
    style: MODERN,
    arity: 2,
    read: publishesOn('publish'),
  },
  {
    names: ['prove', 'cpan', 'cpanm', 'carton', 'perltidy', 'perlcritic'],
    style: GNU,
    loads: '-I= -P= -M= --harness= --formatter= --source= --rules= -Mlib=',
    starts: '-e,--exec=',
    arity: 1,
    read: readGem,
  },
  carrier({ names: ['rdmd', 'xvfb-maybe'], remote: true }),
]

/** Packages from an address. */
function readGem({ operands, has }: ParsedArgs, facts: ProgramFacts): FactsPatch {
  return operands.some(isAddress) || has('--source', '--git', '--git-url')
    ? { traits: [...facts.traits, 'install-from-address'], arity: 0 }
    : {}
}
