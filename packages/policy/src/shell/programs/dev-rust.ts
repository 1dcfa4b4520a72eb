import { display, literal } from '../../model/field.ts'
import type { Trait } from '../../model/part.ts'
import { carrierCommand } from './carrier.ts'
import { inWorkspace, relief } from './hazard-relief.ts'
import { GNU, MODERN, type FactsPatch, type ParsedArgs, type ProgramFacts, type Table } from './spec.ts'
import { PUBLISH, each, hazard, onlyWords } from './table-parts.ts'

/** Rust: cargo, its compiler, formatter and toolchains. */
export const DEV_RUST: Table = () => [
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
        'build b check c test t run r bench clippy doc d clean update tree metadata new init add remove rm search vendor fetch fix report nextest miri expand machete deny audit rustc rustdoc',
        { style: MODERN, arity: 2, read: readCargo },
      ),
      fmt: { style: MODERN, arity: 2, options: '--all', read: readFormat },
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
        options: '-n,--dry-run',
        configures: '--index= --registry= --token=',
        // Packages and builds, but sends nothing.
        read: ({ options }) =>
          options.some(({ names, exact }) => exact && names.includes('--dry-run')) ? { traits: [] } : {},
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
      ...onlyWords(
        args,
        /^(?:--explain [A-Z]?\d+|--print[ =][a-z-]+|(?:--version|-V) (?:--verbose|-v)|-vV|-Vv)$/,
      ),
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
]

function readCargo(args: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const git = args.has('--git') || args.has('--index')
  const traits: readonly Trait[] = git ? [...facts.traits, 'install-from-address'] : facts.traits
  const relieved = relief(args, facts, {
    '--manifest-path,-C,--lockfile-path': inWorkspace,
    '--target-dir,--artifact-dir': inWorkspace,
  })
  // `cargo rustc -- -C linker=x`: flags of the compiler follow the dashes.
  const linkers = args.operands.filter((field) => /linker=|^-Clink|link-arg/.test(display(field)))
  const hazards = [
    ...(relieved.hazards ?? facts.hazards),
    ...linkers.map((field) => hazard('starts', field, display(field))),
  ]
  return { traits, hazards }
}

/** `cargo fmt --check`, `cargo fmt -- --check`: cargo lists the unformatted files and changes none. */
function readFormat(args: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const words = args.rest.map(literal)
  const known = words.every(
    (word) => word !== undefined && /^(?:--check|--all|--|-l|-q|--quiet|-v)$/.test(word),
  )
  return known && words.includes('--check') && facts.hazards.length === 0 ? { notReadonly: undefined } : {}
}

/** `cargo +nightly test`: the toolchain precedes the subcommand. */
function readToolchain({ operands, has }: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const [first, second] = operands.map(literal)
  if (first?.startsWith('+') !== true) return {}
  if (second === 'publish' && !has('--dry-run', '-n'))
    return { traits: [...facts.traits, 'publish'], arity: 0 }
  return { arity: 3 }
}

/** `cargo watch -- cmd a`. */
function readWatch({ argv }: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const from = argv.findIndex((field) => literal(field) === '--') + 1
  if (from === 0 || from >= argv.length) return {}
  return { inner: [...facts.inner, { kind: 'argv', argv: argv.slice(from), from, remote: true }] }
}
