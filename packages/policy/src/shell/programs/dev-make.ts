import { display, knownPrefix, literal, textField, type Field } from '../../model/field.ts'
import type { Inner } from '../../model/part.ts'
import { joinWords, shellText } from './joined-words.ts'
import { inWorkspace, ownConfig, relief, relieve } from './hazard-relief.ts'
import {
  GNU,
  MODERN,
  type FactsPatch,
  type ParsedArgs,
  type ParsedOption,
  type ProgramFacts,
  type Table,
} from './spec.ts'
import { each, hazard } from './table-parts.ts'

/** Make and similar programs that run the tasks of a file. */
export const DEV_MAKE: Table = () => [
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
]

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

/** Variables that make treats as programs, flags of programs, or its own settings. */
const MAKE_PROGRAMS =
  /^(?:\.?SHELL|\.SHELLFLAGS|MAKE|MAKEFLAGS|MFLAGS|GNUMAKEFLAGS|MAKEFILES|VPATH|CC|CXX|CPP|LD|AR|AS|NM|RANLIB|STRIP|OBJCOPY|RM|CP|MV|MKDIR|INSTALL|YACC|LEX|FC|PC|CO|GET|TANGLE|WEAVE|MAKEINFO|PATH|EDITOR|PAGER|BASH_ENV|LD_\w+|.*SHELL|.*(?:FLAGS|CMD|COMMAND|EXEC|RUNNER|WRAPPER|COMPILER|INTERPRETER)|PYTHON\d*|PERL|RUBY|NODE|NPM|NPX|PNPM|YARN|GO|CARGO|RUSTC|JAVA|JAVAC|MVN|GRADLE|DOCKER|KUBECTL|HELM|TERRAFORM|GIT|CURL|WGET|PYTEST|PIP|UV|POETRY|SUDO|SSH|AWK|SED)$/

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

/** `SHELL='cmd'`, `CC='cmd …'`, `X!=cmd`: a value that make starts or may start. */
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
  if (COMPILERS.test(name) && COMPILER.test(value)) return false
  if (MAKE_PROGRAMS.test(name)) return !(COMPILER_FLAGS.test(name) && isPlainFlags(value))
  return literal(field) === undefined || /[$`;|&<>()\n\\]/.test(value)
}

/** `CC=clang`, `CXX=g++-13`: a compiler by its name only. */
const COMPILERS = /^(?:CC|CXX|CPP|LD|AR)$/
const COMPILER =
  /^(?:[\w]+-[\w-]*-)?(?:cc|gcc|g\+\+|c\+\+|clang|clang\+\+|tcc|icx|icpx|musl-gcc|ld|lld|ar|gcc-ar|llvm-ar)(?:-\d+(?:\.\d+)?)?$/

const COMPILER_FLAGS = /^(?:C|CXX|CPP|F|FC|LD|AS|EXTRA_C|EXTRA_CXX|EXTRA_LD)FLAGS$/

/** Flags for optimising, warning, defining and linking that neither start nor load anything by a path. */
function isPlainFlags(value: string): boolean {
  return value.split(/\s+/).every((flag) => flag === '' || PLAIN_FLAG.test(flag))
}

const PLAIN_FLAG =
  /^-(?:[Og]\w*|W(?:[a-z][\w+-]*(?:=\w+)?)?|std=[\w+]+|l[\w.+-]+|f(?!plugin)[\w-]+(?:=\w+)?|m[\w.-]+(?:=[\w.+-]+)?|[DU]\w+(?:=[\w.]*)?|[IL](?!\/)(?!.*\.\.)[\w./-]+|pthread|pipe|pedantic(?:-errors)?|ansi|static|shared|s|v)$/

/** `just --command CMD ARG…`: the words after it are a command. */
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
