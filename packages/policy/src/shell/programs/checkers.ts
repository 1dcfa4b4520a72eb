import { display, literal } from '../../model/field.ts'
import { onlyWords } from './table-parts.ts'
import {
  MODERN,
  SINGLE_DASH,
  WORDS,
  type FactsPatch,
  type ParsedArgs,
  type ProgramFacts,
  type Table,
} from './spec.ts'
import { wordSet } from '../../word-set.ts'

/**
 * Linters, counters and viewers that read the given files and print. Those that load code from the project (plugins, configuration that is
 * a program) are not included.
 */
export const CHECKERS: Table = () => [
  {
    names: ['shellcheck'],
    readonly: true,
    options:
      '-a,--check-sourced -C,--color[=] -i,--include= -e,--exclude= --extended-analysis= -f,--format= --list-optional --norc -o,--enable= -P,--source-path= -s,--shell= -S,--severity= -V,--version -W,--wiki-link-count= -x,--external-sources --help',
    reads: '--rcfile=',
    operands: { act: 'read' },
    arity: 1,
  },
  {
    names: ['shfmt'],
    readonly: true,
    style: SINGLE_DASH,
    options:
      '-d,--diff -l,--list -s,--simplify -mn,--minify -ln,--language-dialect= -p,--posix -i,--indent= -bn,--binary-next-line -ci,--case-indent -sr,--space-redirects -kp,--keep-padding -fn,--func-next-line -f,--find -tojson,--to-json --filename= -version,--version -h,--help',
    changes: '-w,--write',
    operands: { act: 'read' },
    arity: 1,
  },
  {
    names: ['buildifier'],
    style: SINGLE_DASH,
    options: '-mode,--mode= -lint,--lint= -r -v -d -type,--type= -warnings,--warnings= -format,--format=',
    loads: '-config,--config= -tables,--tables= -add_tables,--add_tables= -diff_command,--diff_command=',
    operands: { act: 'read' },
    read: (args) =>
      onlyWords(
        args,
        /^(?:-r |-v |--?lint=(?:off|warn) )*--?mode=check(?: --?lint=(?:off|warn)| -r| -v| [\w./]\S*)*$/,
      ),
    arity: 1,
  },
  {
    names: ['hadolint'],
    readonly: true,
    style: MODERN,
    options:
      '-f,--format= --ignore= --error= --warning= --info= --style= --no-fail --no-color --nofail --strict-labels --require-label= --trusted-registry= -t,--failure-threshold= -V,--verbose -v,--version -h,--help --disable-ignore-pragma --file-path-in-report=',
    reads: '-c,--config=',
    operands: { act: 'read' },
    arity: 1,
  },
  {
    names: ['yamllint'],
    readonly: true,
    options: '-f,--format= -s,--strict --no-warnings --list-files -d,--config-data= -v,--version -h,--help',
    reads: '-c,--config-file=',
    operands: { act: 'read' },
    arity: 1,
  },
  {
    names: ['pyflakes', 'pycodestyle'],
    readonly: true,
    options:
      '--version --help -h --max-line-length= --ignore= --select= --exclude= --statistics --count --first --show-source --show-pep8 --max-doc-length= --indent-size= --hang-closing --format=',
    reads: '--config=',
    operands: { act: 'read' },
    arity: 1,
  },
  {
    names: ['actionlint'],
    readonly: true,
    style: SINGLE_DASH,
    options: '-color -no-color -oneline -format= -ignore= -verbose -debug -stdin-filename= -version',
    reads: '-config-file=',
    starts: '-shellcheck= -pyflakes=',
    changes: '-init-config',
    operands: { act: 'read' },
    arity: 1,
  },
  {
    names: ['cloc'],
    readonly: true,
    style: { ...SINGLE_DASH, singleDash: false },
    options:
      '--by-file --by-file-by-lang --json --csv --md --yaml --xml --quiet --hide-rate --sum-one --exclude-dir= --include-lang= --exclude-lang= --exclude-ext= --include-ext= --match-f= --not-match-f= --match-d= --not-match-d= --fullpath --skip-uniqueness --no-autogen --version --help',
    operands: { act: 'read' },
    arity: 1,
    read: noArchives,
  },
  {
    names: ['scc'],
    readonly: true,
    style: MODERN,
    options:
      '--by-file -f,--format= -i,--include-ext= -x,--exclude-ext= --exclude-dir= --exclude-file= -M,--not-match= -s,--sort= -w,--wide --no-cocomo --no-complexity --no-duplicates -d --no-size --no-gitignore --no-ignore --no-gen --ci -c --currency-symbol= --avg-wage= -a,--dryness -u,--uloc -p,--percent -v,--verbose --version -h,--help',
    writes: '-o,--output= --format-multi= --sql-project=',
    operands: { act: 'read' },
    arity: 1,
  },
  {
    names: ['glow'],
    readonly: true,
    style: MODERN,
    options: '-s,--style= -w,--width= -n,--preserve-new-lines -l,--line-numbers -v,--version -h,--help',
    starts: '-p,--pager -t,--tui',
    configures: '--config=',
    operands: { act: 'read', max: 1 },
    arity: 1,
    // An address is fetched; without a file it opens an interactive screen.
    read: (args, facts) =>
      args.operands.some((field) => /^[\w./-]+$/.test(literal(field) ?? '') && !display(field).includes('//'))
        ? {}
        : refused(args, facts),
  },

  // A running JVM.
  { names: ['jps'], readonly: true, options: '-q -m -l -v -V', operands: { max: 0 }, arity: 1 },
  { names: ['jstack'], readonly: true, options: '-l -e', operands: { max: 1 }, arity: 1 },
  {
    names: ['jstat'],
    readonly: true,
    style: WORDS,
    arity: 1,
    read: (args, facts) => (isStatistic(args) ? {} : refused(args, facts)),
  },
  {
    names: ['jcmd'],
    style: WORDS,
    arity: 2,
    read: (args) => onlyWords(args, JCMD),
  },

  // Tables.
  {
    names: ['mlr', 'miller'],
    style: WORDS,
    queries: '--version --help -h',
    arity: 1,
    read: (args, facts) => (isMillerQuestion(args) ? { notReadonly: undefined } : refused(args, facts)),
  },

  // Boot times and services.
  {
    names: ['systemd-analyze'],
    subcommands: Object.fromEntries(
      'time blame critical-chain calendar timespan timestamp unit-paths exit-status capability'
        .split(' ')
        .map((name) => [
          name,
          { readonly: true, options: '--no-pager --user --system --fuzz= --iterations= --base-time=' },
        ]),
    ),
    arity: 2,
  },

  { names: ['nginx'], queries: '-v -V -h', arity: 0 },
  {
    names: ['glab'],
    queries: '--version -v --help -h version',
    style: MODERN,
    inherited: true,
    starts: '-w,--web --editor',
    fallback: { style: MODERN, arity: 3 },
    subcommands: {},
  },

  {
    names: ['typos'],
    queries: '--version -V --help -h',
    readonly: true,
    style: MODERN,
    options:
      '--diff --files --identifiers --words --highlight-words --highlight-identifiers --type-list --format= --color= --sort -j,--threads= --hidden --no-ignore --no-ignore-dot --no-ignore-global --no-ignore-parent --no-ignore-vcs --exclude= --force-exclude --isolated --locale= --no-check-filenames --no-check-files --no-unicode -v,--verbose -q,--quiet',
    configures: '-c,--config=',
    writes: '--dump-config=',
    changes: '-w,--write-changes --file-list=',
    operands: { act: 'read' },
    arity: 1,
  },

  // Without a rule, only their version may be queried.
  {
    names: [
      'semgrep',
      'protoc',
      'tesseract',
      'trivy',
      'stripe',
      'buf',
      'grpcurl',
      'k6',
      'ab',
      'wrk',
      'hey',
      'gitleaks',
      'trufflehog',
      'syft',
      'grype',
      'cosign',
      'act',
      'watchman',
      'ollama',
      'tree-sitter',
      'tlmgr',
    ],
    queries: '--version -V --help -h version',
    arity: 2,
  },
]

function refused({ program }: ParsedArgs, facts: ProgramFacts): FactsPatch {
  return { notReadonly: facts.notReadonly ?? { because: 'not-readonly', program } }
}

/** Another program unpacks archives. */
function noArchives(args: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const packed = args.operands.some((field) =>
    /\.(?:t?gz|zip|tar|bz2|xz|7z|jar|deb|rpm|whl)$/.test(display(field)),
  )
  return packed ? refused(args, facts) : {}
}

function isStatistic({ operands }: ParsedArgs): boolean {
  const texts = operands.map(literal)
  return (
    !texts.includes(undefined) &&
    /^(?:-options|-[a-z]+(?: -t)?(?: -h\d+)? \d+(?: \d+m?s?)*)$/.test(texts.join(' '))
  )
}

/** Queries to a running JVM that change nothing in it. */
const JCMD =
  /^(?:-l|\d+ (?:help|VM\.(?:flags|version|uptime|command_line|info|native_memory)|Thread\.print(?: -l)?|GC\.(?:heap_info|class_histogram)|Compiler\.(?:codecache|queue)))?$/

/** Verbs of Miller that only select, count and order; those with their own language may write and start. */
const MILLER_VERBS = wordSet(
  'altkv bar bootstrap bottom cat count count-distinct count-similar cut decimate fill-down fill-empty flatten format-values fraction group-by group-like gsub having-fields head histogram json-parse json-stringify label latin1-to-utf8 least-frequent merge-fields most-frequent nest nothing regularize rename reorder repeat reshape sec2gmt sec2gmtdate seqgen shuffle skip-trivial-records sort sort-within-records sparsify split-lines sub summary stats1 stats2 step strptime tac tail template top utf8-to-latin1 unflatten uniq unspace unsparsify',
)
const MILLER_OPTION =
  /^(?:--(?:[io]?(?:csv|csvlite|tsv|tsvlite|json|jsonl|nidx|dkvp|xtab|pprint|markdown|usv|asv)|c2[tjlpbmdnx]|t2[cjlpbmdnx]|j2[ctlpbmdnx]|l2[ctjpbmdnx]|x2[ctjlpbmdn]|opprint|oxtab|barred|right|allow-ragged-csv-input|implicit-csv-header|headerless-csv-output|headerless-csv-input|no-auto-flatten|no-auto-unflatten|records-per-batch|no-color|key-color|quote-all|csvlite)|-p|-N|-S|-A|-O)$/
const MILLER_VALUE = /^--(?:i?fs|o?fs|i?ps|o?ps|i?rs|o?rs|ofmt|nr-progress-mod|from)$/

/** `mlr --icsv --opprint sort -nr x then head -n 5 a.csv`: nothing that writes in place, loads or starts. */
function isMillerQuestion({ argv }: ParsedArgs): boolean {
  const words = argv.slice(1).map((field) => literal(field) ?? '--prepipe')
  if (words.some((word) => word.includes('prepipe'))) return false
  let at = 0
  for (; words[at]?.startsWith('-') === true; at += 1) {
    const word = words[at] ?? ''
    if (MILLER_VALUE.test(word)) at += 1
    else if (!MILLER_OPTION.test(word)) return false
  }
  const verbs = [at, ...words.flatMap((word, index) => (word === 'then' ? [index + 1] : []))]
  return verbs.every((index) => MILLER_VERBS.has(words[index] ?? ''))
}
