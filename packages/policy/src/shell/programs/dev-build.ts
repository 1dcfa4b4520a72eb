import { display, knownPrefix, literal, textField, type Field } from '../field.ts'
import type { Hazard, Inner, Trait } from '../part.ts'
import { isAddress } from './addresses.ts'
import { carrier, carrierCommand, joinWords, shellText } from './carrier.ts'
import { inWorkspace, ownConfig, plainName, relief, relieve } from './hazard-relief.ts'
import {
  GNU,
  MODERN,
  SINGLE_DASH,
  WORDS,
  type CommandSpec,
  type FactsPatch,
  type ParsedArgs,
  type ParsedOption,
  type ProgramFacts,
  type Table,
  type Touch,
} from './spec.ts'

const PUBLISH: CommandSpec = { arity: 0, traits: ['publish'] }
const GO_FLAGS: CommandSpec = {
  style: SINGLE_DASH,
  options:
    '-a -n -v -x -p= -race -msan -asan -cover -covermode= -coverpkg= -work -asmflags= -buildmode= -buildvcs= -compiler= -installsuffix= -linkshared -mod= -modcacherw -pkgdir= -tags= -trimpath -json -run= -bench= -benchtime= -benchmem -count= -cpu= -failfast -fullpath -fuzz= -fuzztime= -list= -parallel= -short -shuffle= -skip= -timeout= -vet= -c -u -t -d -i -e -f= -m -deps -test -find -compiled -export -retracted -versions -args -all -src -cmd -reuse=',
  starts: '-exec= -toolexec= -vettool=',
  loads: '-overlay= -modfile= -pgo=',
  changes:
    '-ldflags= -gcflags= -gccgoflags= -coverprofile= -cpuprofile= -memprofile= -blockprofile= -mutexprofile= -trace= -w',
  outputs: '-o= -outputdir=',
  configures: '-C=',
}
const GO: CommandSpec = { ...GO_FLAGS, arity: 2, read: readGo }

/** `cargo watch -- cmd a`. */
function readWatch({ argv }: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const from = argv.findIndex((field) => literal(field) === '--') + 1
  if (from === 0 || from >= argv.length) return {}
  return { inner: [...facts.inner, { kind: 'argv', argv: argv.slice(from), from, remote: true }] }
}

/** Compilers, build programs and package managers of Rust, Go, the JVM, C and others. */
export const DEV_BUILD: Table = () => [
  {
    names: ['cargo'],
    queries: '--version -V --help -h --list version help',
    style: MODERN,
    inherited: true,
    options:
      '-q,--quiet -v,--verbose -vv --offline --locked --frozen --color= -p,--package= --workspace --all --exclude= -j,--jobs= --lib --bins --bin= --examples --example= --tests --test= --benches --bench= --all-targets -r,--release --profile= -F,--features= --all-features --no-default-features --target= --message-format= --keep-going --no-run --no-fail-fast --doc --fix --allow-dirty --allow-staged --check --timings[=]',
    configures: '--config= -Z= -C= --manifest-path= --lockfile-path=',
    writes: '--target-dir= --artifact-dir,--out-dir= --root=',
    subcommands: {
      ...each(
        'build b check c test t run r bench clippy fmt doc d clean update tree metadata new init add remove rm search vendor fetch fix report nextest miri expand machete deny audit rustc rustdoc',
        { style: MODERN, arity: 2, read: readCargo },
      ),
      install: {
        style: MODERN,
        arity: 2,
        configures: '--index= --registry=',
        loads: '--git= --path=',
        read: readCargo,
      },
      ...each('publish yank owner', {
        ...PUBLISH,
        style: MODERN,
        configures: '--index= --registry= --token=',
      }),
      watch: {
        style: MODERN,
        arity: 2,
        runs: '-s,--shell=',
        options: '-x,--exec= -w,--watch= -i,--ignore= -c,--clear -q -B= -d= --why',
        read: readWatch,
      },
    },
    fallback: { style: MODERN, arity: 2, read: readToolchain },
  },
  {
    names: ['rustc', 'rustdoc'],
    queries: '--version -V -vV --help -h',
    style: GNU,
    outputs: '-o= --out-dir=',
    loads: '-L= --extern=',
    starts: '-C,--codegen= --runtool,--test-runtool=',
    configures: '--sysroot= -Z= --config-path=',
    arity: 1,
    read: (args, facts) => ({
      ...relief(args, facts, {
        '-C,--codegen': (value) =>
          !/linker|link-arg|plugin/.test(display(value)) && literal(value) !== undefined,
        '-L,--extern': inWorkspace,
      }),
      ...onlyWords(args, /^(?:--explain [A-Z]?\d+|--print[ =][a-z-]+)$/),
    }),
  },
  {
    names: ['rustfmt'],
    queries: '--version -V --help -h',
    style: GNU,
    options: '--check -l,--files-with-diff -v,--verbose -q,--quiet --edition= --style-edition= --color=',
    configures: '--config-path= --config=',
    arity: 1,
    read: ({ options }, facts) => {
      const checks = options.some(({ names, exact }) => exact && names.includes('--check'))
      const known = facts.hazards.length === 0 && options.every(({ effect }) => effect !== 'unknown')
      return checks && known ? { notReadonly: undefined } : {}
    },
  },
  {
    names: ['rustup'],
    queries: '--version -V --help -h',
    style: MODERN,
    subcommands: { run: carrierCommand({ remote: true, skip: 1, options: '--install' }) },
    fallback: { arity: 2 },
  },
  {
    names: ['go'],
    queries: 'version help --help -h',
    style: SINGLE_DASH,
    configures: '-C=',
    subcommands: {
      version: { readonly: true, style: SINGLE_DASH, options: '-m -v -json', operands: { act: 'read' } },
      ...each('build test vet install get list generate fmt doc clean fix work telemetry bug', GO),
      // What follows the package is for the program.
      run: { ...GO, style: { ...SINGLE_DASH, permute: false } },
      env: { style: SINGLE_DASH, arity: 2, options: '-json -changed', changes: '-w -u', configures: '-C=' },
      mod: { ...GO, arity: 3 },
      tool: {
        style: WORDS,
        arity: 3,
        read: (args) => onlyWords(args, /^tool cover -func[ =][\w./-]+$/),
      },
    },
    fallback: { ...GO_FLAGS, arity: 2 },
  },
  {
    names: ['gofmt', 'gofumpt'],
    readonly: true,
    style: SINGLE_DASH,
    options: '-l -d -e -s -r= -extra -lang= -modpath=',
    changes: '-w',
    writes: '-cpuprofile= -memprofile= -trace=',
    operands: { act: 'read' },
    arity: 1,
  },
  {
    names: ['goimports', 'golines'],
    style: SINGLE_DASH,
    options: '-l -d -e -s -r= -local= -srcdir=',
    changes: '-w',
    writes: '-cpuprofile= -memprofile= -trace=',
    arity: 1,
  },
  {
    names: ['golangci-lint', 'staticcheck', 'gosec', 'govulncheck', 'revive', 'gotestsum', 'ginkgo'],
    style: MODERN,
    loads: '-c,--config= --custom=',
    writes: '--out-path=',
    arity: 1,
    read: relieve({
      '-c,--config': ownConfig('.golangci.yml', '.golangci.yaml', '.golangci.toml', '.golangci.json'),
    }),
  },
  { names: ['goreleaser', 'ko'], style: MODERN, arity: 2, read: publishesOn('release', 'publish', 'apply') },

  // Make and its kin.
  {
    names: ['make', 'gmake', 'bmake'],
    queries: '--version -v --help -h',
    style: GNU,
    options:
      '-b -m -B,--always-make -d --debug[=] -i,--ignore-errors -j,--jobs[=] -k,--keep-going -l,--load-average,--max-load[=] -L,--check-symlink-times -n,--just-print,--dry-run,--recon -o,--old-file,--assume-old= -O,--output-sync[=] -p,--print-data-base -q,--question -r,--no-builtin-rules -R,--no-builtin-variables -s,--silent,--quiet --no-silent -S,--no-keep-going,--stop -t,--touch --trace -w,--print-directory --no-print-directory -W,--what-if,--new-file,--assume-new= --warn-undefined-variables --shuffle[=]',
    loads: '-f,--file,--makefile= -I,--include-dir= -C,--directory=',
    starts: '--eval,-E=',
    configures: '-e,--environment-overrides',
    arity: 2,
    read: readMake,
  },
  {
    names: ['just'],
    queries: '--version -V --help -h --list -l --summary',
    style: MODERN,
    loads: '-f,--justfile= -d,--working-directory= --dotenv-path= --dotenv-filename=',
    starts: '--shell= --shell-arg= --shell-command --chooser= -c,--command=',
    configures: '--set== --clear-shell-args',
    arity: 2,
    read: readJust,
  },
  {
    names: ['task', 'mage', 'ninja', 'samu', 'scons', 'waf', 'b2', 'tup', 'earthly', 'dagger'],
    style: MODERN,
    loads: '-f,--file,--taskfile,--sconstruct= -C,--chdir,--dir,-d,--directory=',
    arity: 2,
    read: relieve({ '-C,--chdir,--dir,-d,--directory': inWorkspace }),
  },
  { names: ['cmake'], queries: '--version --help -h', style: WORDS, arity: 1, read: readCmake },
  {
    names: [
      'ctest',
      'cpack',
      'meson',
      'qmake',
      'autoreconf',
      'autoconf',
      'automake',
      'premake5',
      'xmake',
      'conan',
      'vcpkg',
    ],
    style: GNU,
    loads: '-S,--script= --cross-file= --native-file= --profile,-pr= --config=',
    arity: 2,
  },
  { names: ['configure'], style: GNU, arity: 1 },
  {
    names: ['bazel', 'bazelisk', 'buck', 'buck2', 'pants'],
    queries: '--version --help',
    style: MODERN,
    inherited: true,
    configures:
      '--bazelrc= --output_user_root= --output_base= --override_repository= --override_module= --host_jvm_args= --action_env= --repo_env= --remote_cache= --remote_executor= --bes_backend= --config-file= --pants-config-files=',
    starts: '--run_under= --workspace_status_command= --shell_executable= --credential_helper=',
    subcommands: each('build test run query cquery aquery fetch sync clean info mod coverage', {
      style: MODERN,
      arity: 2,
    }),
    fallback: { style: MODERN, arity: 2 },
  },
  {
    names: [
      'gcc',
      'g++',
      'cc',
      'c++',
      'clang',
      'clang++',
      'gcc-*',
      'g++-*',
      'tcc',
      'nvcc',
      'gfortran',
      'icc',
    ],
    queries: '--version -v -dumpversion -dumpmachine --help',
    style: SINGLE_DASH,
    outputs: '-o= --output=',
    loads: '-fplugin= -specs= --specs= -load= -fpass-plugin=',
    starts: '-wrapper= -B= -fuse-ld= --ld-path=',
    arity: 1,
  },
  {
    names: ['clang-format', 'clang-tidy', 'cppcheck'],
    style: SINGLE_DASH,
    loads: '--load= -load= --addon= --rule-file= --config-file= --library=',
    configures: '--config= -config=',
    starts: '--addon-python=',
    arity: 1,
  },

  // The JVM.
  {
    names: ['mvn', 'mvnw', 'mvnd'],
    queries: '--version -v --help -h',
    style: { ...GNU, cluster: false },
    options:
      '-q,--quiet -B,--batch-mode -X,--debug -e,--errors -o,--offline -U,--update-snapshots -N,--non-recursive -am,--also-make -amd,--also-make-dependents -fae,--fail-at-end -ff,--fail-fast -fn,--fail-never -pl,--projects= -rf,--resume-from= -P,--activate-profiles= -T,--threads= -ntp,--no-transfer-progress -l,--log-file= -D[=] -V,--show-version -C,--strict-checksums',
    loads: '-f,--file= -t,--toolchains= -gt,--global-toolchains=',
    configures: '-s,--settings= -gs,--global-settings= -emp,--encrypt-master-password= -b,--builder= -itr',
    arity: 2,
    read: readMaven,
  },
  {
    names: ['gradle', 'gradlew', 'gradlew.bat'],
    queries: '--version -v --help -h -?',
    style: { ...GNU, cluster: false },
    options:
      '-q,--quiet -i,--info -d,--debug -s,--stacktrace -S,--full-stacktrace --console= --offline --parallel --no-daemon --daemon --stop --build-cache --no-build-cache --configuration-cache --rerun-tasks --continue -x,--exclude-task= --tests= --warning-mode= -m,--dry-run --refresh-dependencies --scan --profile --max-workers= -t,--continuous -a -P[=] -D[=]',
    loads: '-I,--init-script= -b,--build-file= -c,--settings-file= --include-build=',
    configures: '-p,--project-dir= -g,--gradle-user-home= --project-cache-dir= -D=',
    arity: 2,
    read: readGradle,
  },
  {
    names: ['ant'],
    queries: '-version -help',
    style: SINGLE_DASH,
    loads: '-f,-file,-buildfile= -lib= -propertyfile= -listener= -logger= -inputhandler=',
    arity: 2,
  },
  {
    names: ['sbt', 'lein', 'mill', 'bleep'],
    style: MODERN,
    arity: 2,
    read: publishesOn('publish', 'publishSigned', 'deploy', 'release'),
  },
  {
    names: ['java', 'javaw'],
    queries: '-version --version -help --help -fullversion',
    style: { ...SINGLE_DASH, permute: false },
    arity: 0,
  },
  {
    names: [
      'javac',
      'javap',
      'javadoc',

      'jlink',
      'jdeps',
      'keytool',
      'jarsigner',
      'ktlint',
      'detekt',
    ],
    queries: '-version --version -help --help',
    style: SINGLE_DASH,
    loads: '-processor= -processorpath,--processor-path= -doclet= -docletpath= -R,--ruleset= --plugins=',
    arity: 1,
  },

  // .NET, Apple, Ruby, PHP, BEAM and others.
  {
    names: ['dotnet'],
    queries: '--version --info --list-sdks --list-runtimes --help -h',
    style: MODERN,
    subcommands: {
      nuget: { subcommands: { push: PUBLISH }, fallback: { arity: 3 } },
      ...each('build test run restore clean format watch publish pack add', {
        style: MODERN,
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
    configures: '--package-path= -C= --config-path= --toolchain= --sdk=',
    arity: 2,
    read: relieve({ '--package-path': inWorkspace }),
  },
  {
    names: ['xcodebuild', 'xctest', 'swiftlint', 'swiftformat', 'pod', 'carthage', 'fastlane'],
    queries: '-version --version -help --help',
    style: SINGLE_DASH,
    configures: '-xcconfig= --config=',
    arity: 2,
    read: (args, facts) =>
      args.program === 'pod' && display(args.operands[0] ?? EMPTY) === 'trunk'
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
    names: ['rspec', 'minitest', 'cucumber', 'spring', 'rails', 'hanami', 'puma', 'sidekiq'],
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
    names: [
      'zig',
      'nim',
      'nimble',
      'crystal',
      'shards',
      'v',
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

  // Documents and pictures.
  {
    names: ['pandoc'],
    style: GNU,
    outputs: '-o,--output=',
    loads:
      '-F,--filter= -L,--lua-filter= --template= -d,--defaults= --data-dir= -H,--include-in-header= --syntax-definition= --csl= -t= -f=',
    starts: '--pdf-engine= --pdf-engine-opt=',
    arity: 1,
    read: relieve({
      '-t,-f': (value) => /^[\w+-]+$/.test(literal(value) ?? ''),
      '--pdf-engine': plainName,
      '--csl,-H,--template': inWorkspace,
    }),
  },
  {
    names: [
      'latex',
      'pdflatex',
      'xelatex',
      'lualatex',
      'tex',
      'pdftex',
      'latexmk',
      'tectonic',
      'typst',
      'bibtex',
      'biber',
      'asciidoctor',
      'hugo',
      'jekyll',
      'doxygen',
      'dot',
      'mmdc',
      'plantuml',
    ],
    style: SINGLE_DASH,
    starts: '-shell-escape -enable-write18 -e= -pdflatex= -latex= -shell-restricted',
    loads: '-r= -require= -I= -l= -plugin= -config=',
    arity: 1,
  },
  {
    names: [
      'convert',
      'magick',
      'mogrify',
      'identify',
      'composite',
      'montage',
      'ffmpeg',
      'ffprobe',
      'sox',
      'exiftool',
      'gs',
      'pdftk',
      'qpdf',
      'inkscape',
      'gimp',
      'optipng',
      'pngquant',
      'cwebp',
      'jpegoptim',
    ],
    style: SINGLE_DASH,
    loads: '-filter_script= -config= -init_hw_device= -vf_script= -if=',
    arity: 0,
  },
]

const EMPTY: Field = { pieces: [], quoted: false, many: false, range: { start: 0, end: 0 } }
const NOWHERE = { place: { workspace: '', cwd: '', home: '' }, cwds: [] }

function each(names: string, spec: CommandSpec): Readonly<Record<string, CommandSpec>> {
  return Object.fromEntries(names.split(' ').map((name) => [name, spec]))
}

/** With these very words the program only tells something. */
function onlyWords({ argv }: ParsedArgs, words: RegExp): FactsPatch {
  const texts = argv.slice(1).map(literal)
  return !texts.includes(undefined) && words.test(texts.join(' ')) ? { notReadonly: undefined } : {}
}

/** Publishes when one of its words says so. */
function publishesOn(...words: readonly string[]): NonNullable<CommandSpec['read']> {
  return ({ operands }, facts) =>
    operands.some((field) => words.includes(literal(field) ?? ''))
      ? { traits: [...facts.traits, 'publish'], arity: 0 }
      : {}
}

function hazard(kind: Hazard['kind'], field: Field, ...spellings: readonly string[]): Hazard {
  return { kind, option: display(field), range: field.range, spellings }
}

function readCargo(args: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const git = args.has('--git') || args.has('--index')
  const traits: readonly Trait[] = git ? [...facts.traits, 'install-from-address'] : facts.traits
  const relieved = relief(args, facts, {
    '--manifest-path,-C,--lockfile-path': inWorkspace,
    '--target-dir,--artifact-dir': inWorkspace,
  })
  // `cargo rustc -- -C linker=x`: flags of the compiler stand behind the dashes.
  const linkers = args.operands.filter((field) => /linker=|^-Clink|link-arg/.test(display(field)))
  const hazards = [
    ...(relieved.hazards ?? facts.hazards),
    ...linkers.map((field) => hazard('starts', field, display(field))),
  ]
  return { traits, hazards }
}

/** `cargo +nightly test`: the toolchain stands before the subcommand. */
function readToolchain({ operands, has }: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const [first, second] = operands.map(literal)
  if (first?.startsWith('+') !== true) return {}
  if (second === 'publish' && !has('--dry-run', '-n'))
    return { traits: [...facts.traits, 'publish'], arity: 0 }
  return { arity: 3 }
}

/** Flags for the linker can name another program; profiles are files that it writes in the ordinary way. */
function readGo(args: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const linker = args.options.filter(
    ({ names, value }) =>
      names.some((name) => ['-ldflags', '-gcflags', '-gccgoflags'].includes(name)) &&
      value !== undefined &&
      (/extld|toolexec|-C=|plugin/.test(display(value)) || knownPrefix(value) === ''),
  )
  const profiles = args.options.filter(
    ({ names, value }) => value !== undefined && names.some((name) => /profile$|^-trace$/.test(name)),
  )
  const relieved = relief(args, facts, {
    '-C': inWorkspace,
    '-modfile,-overlay': inWorkspace,
    '-pgo': (value) => ['auto', 'off'].includes(literal(value) ?? ''),
  })
  return {
    hazards: [
      ...(relieved.hazards ?? facts.hazards),
      ...linker.map(({ written, field, names }): Hazard => ({
        kind: 'starts',
        option: written,
        range: field.range,
        spellings: names,
      })),
    ],
    touches: [
      ...facts.touches,
      ...profiles.flatMap(({ value }): readonly Touch[] =>
        value === undefined ? [] : [{ act: 'write', path: value, recursive: false }],
      ),
    ],
  }
}

/** Variables that make takes for programs, flags of programs, or its own settings. */
const MAKE_PROGRAMS =
  /^(?:\.?SHELL|\.SHELLFLAGS|MAKE|MAKEFLAGS|MFLAGS|GNUMAKEFLAGS|MAKEFILES|VPATH|CC|CXX|CPP|LD|AR|AS|NM|RANLIB|STRIP|OBJCOPY|RM|CP|MV|MKDIR|INSTALL|YACC|LEX|FC|PC|CO|GET|TANGLE|WEAVE|MAKEINFO|PATH|EDITOR|PAGER|BASH_ENV|LD_\w+|.*SHELL|.*(?:FLAGS|CMD|COMMAND|EXEC|RUNNER|WRAPPER|COMPILER|INTERPRETER)|PYTHON\d*|PERL|RUBY|NODE|NPM|NPX|PNPM|YARN|GO|CARGO|RUSTC|JAVA|JAVAC|MVN|GRADLE|DOCKER|KUBECTL|HELM|TERRAFORM|GIT|CURL|WGET|PYTEST|PIP|UV|POETRY|SUDO|SSH|AWK|SED)$/

/** `just --command CMD ARG…`: the words behind it are a command. */
function readJust(args: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const at = args.argv.findIndex((field) => /^(?:-c|--command)$/.test(literal(field) ?? ''))
  const command = at === -1 ? [] : args.argv.slice(at + 1)
  return {
    ...relief(args, facts, {
      '-f,--justfile': ownConfig('justfile', 'Justfile', '.justfile'),
      '-d,--working-directory': inWorkspace,
    }),
    ...(command.length === 0
      ? {}
      : {
          inner: [
            ...facts.inner,
            { kind: 'argv', argv: command, from: at + 1 },
            shellText(joinWords(command)),
          ],
        }),
  }
}

function readMake(args: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const relieved = relief(args, facts, {
    '-C,--directory,-I,--include-dir': inWorkspace,
    '-f,--file,--makefile': ownConfig('Makefile', 'makefile', 'GNUmakefile'),
  })
  const variables = args.operands.filter(isRiskyVariable)
  const targets = args.operands.filter((field) => !/^[^=]+=/.test(knownPrefix(field)))
  return {
    hazards: [
      ...(relieved.hazards ?? facts.hazards),
      ...variables.map((field) =>
        hazard('starts', field, display(field), display(field).replace(/=.*$/s, '=')),
      ),
    ],
    inner: [...facts.inner, ...args.options.flatMap(evaluated), ...args.operands.flatMap(startedByMake)],
    arity: targets.length === 0 ? 1 : facts.arity,
  }
}

/** `$(shell CMD)` in the words. */
function shellCalls(field: Field): readonly Inner[] {
  return [...display(field).matchAll(/\$[({]shell\s+([^(){}]*)[)}]/g)].map(([, command = '']) => ({
    kind: 'script',
    text: textField(command, field.range, { quoted: true }),
    remote: true,
  }))
}

function evaluated({ names, value }: ParsedOption): readonly Inner[] {
  return names.includes('--eval') && value !== undefined ? shellCalls(value) : []
}

/** `SHELL='cmd'`, `CC='cmd …'`, `X!=cmd`: a value that make starts, or may start. */
function startedByMake(field: Field): readonly Inner[] {
  const [, name = '', operator, value = ''] =
    /^([\w.-]+)([:?+!]{0,3})=(.*)$/s.exec(literal(field) ?? '') ?? []
  const calls = shellCalls(field)
  const quotes = value.match(/["'`()]/g)?.length ?? 0
  const command = operator === '!' || MAKE_PROGRAMS.test(name) ? /^[\w./~]/ : /^[\w./~][\w./~-]*\s+\S/
  if (name === 'MAKEFLAGS' || quotes % 2 === 1 || value.includes('$(') || !command.test(value)) return calls
  return [...calls, { kind: 'script', text: textField(value, field.range, { quoted: true }), remote: true }]
}

/** `NAME=value` that names a program, or whose value make or the shell would expand. */
function isRiskyVariable(field: Field): boolean {
  const [, name, value] = /^([^=\s]+?)(?:[:?+]{0,3}|!)=(.*)$/s.exec(display(field)) ?? []
  if (name === undefined || value === undefined) return false
  if (/^[^=]*!=/.test(display(field))) return true
  if (MAKE_PROGRAMS.test(name)) return !(COMPILER_FLAGS.test(name) && isPlainFlags(value))
  return literal(field) === undefined || /[$`;|&<>()\n\\]/.test(value)
}

const COMPILER_FLAGS = /^(?:C|CXX|CPP|F|FC|LD|AS|EXTRA_C|EXTRA_CXX|EXTRA_LD)FLAGS$/

/** Flags by which a compiler optimises, warns, defines and links, and neither starts nor loads anything by a path. */
function isPlainFlags(value: string): boolean {
  return value.split(/\s+/).every((flag) => flag === '' || PLAIN_FLAG.test(flag))
}

const PLAIN_FLAG =
  /^-(?:[Og]\w*|W(?:[a-z][\w+-]*(?:=\w+)?)?|std=[\w+]+|l[\w.+-]+|f(?!plugin)[\w-]+(?:=\w+)?|m[\w.-]+(?:=[\w.+-]+)?|[DU]\w+(?:=[\w.]*)?|[IL](?!\/)(?!.*\.\.)[\w./-]+|pthread|pipe|pedantic(?:-errors)?|ansi|static|shared|s|v)$/

/** `cmake -E COMMAND`, `-P SCRIPT`, and variables that name a program or a file of code. */
function readCmake({ argv, context }: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const words = argv.slice(1)
  const hazards: Hazard[] = []
  const inner: Inner[] = []
  const touches: Touch[] = []
  for (const [index, field] of words.entries()) {
    const text = knownPrefix(field)
    const next = words[index + 1]
    if (text === '-E' && next !== undefined) {
      const rest = words.slice(index + 1)
      const skipped = { env: 1, time: 1, chdir: 2 }[literal(next) ?? ''] ?? 0
      inner.push({ kind: 'argv', argv: rest.slice(skipped), from: index + 2 + skipped, remote: true })
      if (literal(next) === 'chdir') {
        const cd = [textField('cd', next.range), ...rest.slice(1, 2)].map(display).join(' ')
        const text = textField(`${cd} && ${rest.slice(2).map(display).join(' ')}`, next.range, {
          quoted: true,
        })
        inner.push({ kind: 'script', text, remote: true })
      }
      if (/^remove(?:_directory)?$/.test(literal(next) ?? ''))
        for (const path of rest.slice(1)) touches.push({ act: 'remove', path, recursive: true })
      break
    }
    if (
      /^-[PC]/.test(text) &&
      !(next !== undefined && ['-P', '-C'].includes(text) && inWorkspace(next, context))
    )
      hazards.push(hazard('loads', field, text.slice(0, 2)))
    if (text.startsWith('--toolchain')) hazards.push(hazard('loads', field, '--toolchain'))
    const definition =
      text === '-D'
        ? next === undefined
          ? ''
          : display(next)
        : text.startsWith('-D')
          ? display(field).slice(2)
          : ''
    if (
      /^[^=]*(?:COMPILER|LAUNCHER|LINKER|TOOLCHAIN|PROGRAM|EXECUTABLE|_INCLUDE|MODULE_PATH|RULE_|COMMAND)[^=]*=/.test(
        definition,
      )
    )
      hazards.push(hazard('starts', field, '-D', display(field)))
    if (literal(field) === undefined && !text.startsWith('-D') && /^(?:-|$)/.test(text))
      hazards.push(hazard('loads', field))
  }
  return {
    hazards: [...facts.hazards, ...hazards],
    touches: [...facts.touches, ...touches],
    inner,
    arity: inner.length > 0 ? 0 : facts.arity,
  }
}

function readMaven(args: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const relieved = relief(args, facts, { '-f,--file': inWorkspace, '-l,--log-file': inWorkspace })
  const properties = args.options.filter(({ written }) =>
    /^-D(?:maven\.ext|exec\.|maven\.repo|.*(?:executable|javaagent|argLine|jvm|settings))/i.test(written),
  )
  const deploys = args.operands.some((field) =>
    /^(?:deploy|.*:deploy(?:-file)?|release:perform)$/.test(literal(field) ?? ''),
  )
  return {
    hazards: [
      ...(relieved.hazards ?? facts.hazards),
      ...properties.map(({ field, written, names }): Hazard => ({
        kind: 'starts',
        option: written,
        range: field.range,
        spellings: names,
      })),
    ],
    traits: deploys ? [...facts.traits, 'publish'] : facts.traits,
    arity: deploys ? 0 : args.operands.length === 0 ? 1 : facts.arity,
  }
}

function readGradle(args: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const relieved = relief(args, facts, {
    '-p,--project-dir': inWorkspace,
    '-b,--build-file': ownConfig('build.gradle', 'build.gradle.kts'),
    '-c,--settings-file': ownConfig('settings.gradle', 'settings.gradle.kts'),
    '-D': (value) =>
      !/jvmargs|javaagent|init|java\.home|user\.home/i.test(display(value)) && literal(value) !== undefined,
  })
  const publishes = args.operands.some((field) => /(?:^|:)publish(?!ToMavenLocal)/.test(literal(field) ?? ''))
  return { ...relieved, traits: publishes ? [...facts.traits, 'publish'] : facts.traits }
}

/** Packages from an address. */
function readGem({ operands, has }: ParsedArgs, facts: ProgramFacts): FactsPatch {
  return operands.some(isAddress) || has('--source', '--git', '--git-url')
    ? { traits: [...facts.traits, 'install-from-address'], arity: 0 }
    : {}
}
