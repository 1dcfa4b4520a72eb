import { display, knownPrefix, literal, textField, type Field } from '../../model/field.ts'
import type { Inner, Touch } from '../../model/part.ts'
import { codeEffects, removesArguments, removesInput } from './code-effects.ts'
import { codeText, isHidden } from './code-text.ts'
import { codeKeepsNothing } from './keeps-nothing.ts'
import { optionNames } from './option-table.ts'
import {
  POSIX,
  SINGLE_DASH,
  type CommandSpec,
  type FactsPatch,
  type OptionList,
  type ParsedArgs,
  type ProgramFacts,
  type Table,
} from './spec.ts'
import { inWorkspace } from './hazard-relief.ts'
import { hazard } from './table-parts.ts'

interface InterpreterSpec extends CommandSpec {
  readonly names: readonly string[]
  readonly queries?: string
  /** Options whose value is code. */
  readonly code: OptionList
  /** The program has another purpose, so a rule that names it does not cover the code. */
  readonly risky?: true
}

/**
 * Interpreters run any given code: never read-only, and a rule that names one is taken literally. Deny, ask and breakers see commands that
 * inline code plainly starts.
 */
const SPECS = (): readonly InterpreterSpec[] => [
  {
    names: ['python', 'python2', 'python3', 'python2.*', 'python3.*', 'pypy', 'pypy3'],
    queries: '--version -V -VV --help -h',
    style: POSIX,
    options: '-b -bb -B -d -E -i -I -O -OO -P -q -R -s -S -u -v -x -W= -X= -m= --check-hash-based-pycs=',
    code: '-c=',
  },
  {
    names: ['perl', 'perl5', 'raku'],
    queries: '--version -v -V --help -h',
    style: POSIX,
    options: '-a -c -d -f -l[=] -n -p -s -S -t -T -u -U -w -W -X -0[=] -C[=] -D= -F= -i[=] -I= -m= -M= -x[=]',
    code: '-e= -E=',
  },
  {
    names: ['ruby', 'jruby', 'irb', 'truffleruby'],
    queries: '--version -v --help -h',
    style: POSIX,
    options: '-a -c -d -h -l -n -p -s -S -v -w -W[=] -y -0[=] -C= -E= -F= -i[=] -I= -K= -r= -T[=] -x[=]',
    code: '-e=',
  },
  {
    names: ['php', 'php-cli', 'php8*', 'php7*'],
    queries: '--version -v --help -h -m -i',
    style: POSIX,
    options: '-a -c= -n -d= -e -f= -F= -l -s -w -z= -S= -t=',
    code: '-r= -R= -B= -E=',
  },
  {
    names: ['lua', 'lua5*', 'luajit', 'texlua'],
    queries: '-v',
    style: POSIX,
    options: '-i -l= -E -W',
    code: '-e=',
  },
  { names: ['Rscript', 'R'], queries: '--version --help', style: POSIX, code: '-e=' },
  { names: ['julia'], queries: '--version -v --help -h', style: POSIX, code: '-e,--eval= -E,--print=' },
  // A word that is not an option is a script; otherwise they read their input.
  { names: ['tclsh', 'wish'], queries: '', style: POSIX, code: '-c=' },
  { names: ['expect'], queries: '-v', style: POSIX, code: '-c=' },
  { names: ['erl', 'escript', 'clojure', 'clj'], queries: '', style: SINGLE_DASH, code: '-eval,-e,--eval=' },
  { names: ['osascript'], queries: '', style: POSIX, options: '-l= -s= -i', code: '-e=' },
  {
    names: ['elixir', 'iex'],
    queries: '--version -v --help -h',
    style: SINGLE_DASH,
    code: '-e,--eval,-eval,--rpc-eval=',
  },
  {
    names: ['ghc', 'runghc', 'runhaskell', 'ghci'],
    queries: '--version -V --help',
    style: POSIX,
    code: '-e=',
  },
  {
    names: [
      'groovy',
      'scala',
      'scala-cli',
      'kotlin',
      'kotlinc',
      'jshell',
      'bb',
      'racket',
      'guile',
      'sbcl',
      'clisp',
      'octave',
    ],
    queries: '--version -version -v --help -h',
    style: POSIX,
    code: '-e,--eval,--execute,-c=',
  },
  {
    reads: '--env-file= --env-file-if-exists=',
    names: ['node', 'nodejs', 'tsx', 'ts-node'],
    queries: '--version -v --help -h',
    style: POSIX,
    options:
      '-c,--check -i,--interactive -r,--require= --import= --loader,--experimental-loader= --test --watch --input-type= -C,--conditions= --inspect[=] --inspect-brk[=] --max-old-space-size= -P,--project= -T,--transpile-only',
    code: '-e,--eval= -p,--print= -pe=',
  },
  {
    names: ['esno', 'babel-node', 'vite-node', 'jiti', 'swc-node'],
    queries: '',
    style: POSIX,
    code: '-e,--eval=',
  },
  {
    names: ['vim', 'vi', 'nvim', 'view', 'vimdiff', 'gvim', 'rvim'],
    queries: '--version --help -h',
    style: POSIX,
    code: '-c= --cmd= -S=',
    loads: '-u= -U= -s= -w= -W=',
    rewrite: withoutSilence,
    risky: true,
  },
  {
    names: ['ex'],
    queries: '--version --help -h',
    style: POSIX,
    options: '-s -v -e -R',
    code: '-c= --cmd= -S=',
    loads: '-u= -U= -w= -W=',
    risky: true,
  },
  {
    names: ['emacs', 'emacsclient'],
    queries: '--version --help',
    style: SINGLE_DASH,
    code: '-eval,--eval,-execute,--execute,-e=',
  },
  {
    names: ['gdb', 'lldb'],
    queries: '--version -v --help -h',
    style: SINGLE_DASH,
    code: '-ex,-eval-command= -iex= -x,-command= -o,-one-line= -O=',
  },
  {
    names: ['ed', 'red', 'nano', 'pico', 'code', 'cursor', 'subl', 'open', 'xdg-open'],
    // `ed -v` is only more verbose and continues to read commands.
    queries: '--version --help',
    style: POSIX,
    code: '',
  },
]

/** The table entries of all interpreters. */
export const INTERPRETERS: Table = () =>
  SPECS().map(({ code, risky, ...spec }) => ({
    arity: 0,
    ...spec,
    ...(risky === true ? { starts: code } : { changes: code }),
    read: (args, facts) => readInline(code, args, facts),
  }))

/** In ex mode `-s` is a separate word: `vim -es -c …`. */
function withoutSilence(words: readonly Field[]): readonly Field[] {
  return words.flatMap((word, index) => {
    const text = literal(word) ?? ''
    if (/^-[eE]s/.test(text)) return [textField(text.replace('s', ''), word.range)]
    const before = words[index - 1]
    return text === '-s' && before !== undefined && /^-[eE]$/.test(literal(before) ?? '') ? [] : [word]
  })
}

/** The commands that the code in these options starts. */
function readInline(code: OptionList, args: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const module = args.options.find(({ names }) => names.includes('-m') && PYTHON.test(args.program))
  if (module?.value !== undefined) return readModule(module.value, args)
  if (onlyChecks(args)) return { notReadonly: undefined, touches: [...facts.touches, ...filesOf([], args)] }
  const names = optionNames(code)
  const codes = args.options.flatMap(({ names: found, value }) =>
    value !== undefined && found.some((name) => names.includes(name) || isModuleCode(name, value, args))
      ? [value]
      : [],
  )
  const typed = args.operands.filter((field) => /^\+./.test(knownPrefix(field)) && EDITORS.test(args.program))
  const { home } = args.context.place
  const effects = [...codes, ...typed.map(withoutPlus)].map((each) => codeEffects(each, args.program, home))
  return {
    inner: [
      ...facts.inner,
      ...effects.flatMap(({ inner }) => inner),
      ...debugged(args),
      ...codes.filter(removesInput).map(removalOfInput),
    ],
    hazards: [
      ...facts.hazards,
      ...typed.filter(isCommand).map((field) => hazard('starts', field, display(field))),
    ],
    opaque: facts.opaque || codes.some(isHidden),
    ...(effects.some(({ hidden }) => hidden) ? { hidden: true } : {}),
    touches: [
      ...facts.touches,
      ...filesOf(codes, args),
      ...(codes.some(removesArguments)
        ? args.operands.map((path): Touch => ({ act: 'remove', path, recursive: true }))
        : []),
      ...effects.flatMap(({ touches }) => touches),
    ],
    ...(readsProgram(codes, args) ? { input: 'script' } : {}),
    traits: [
      ...facts.traits,
      ...(codes.some(fetchesCode) ? (['runs-download'] as const) : []),
      ...(codes.some(sendsCode) ? (['send-files'] as const) : []),
    ],
    arity: codes.length > 0 || args.operands.length === 0 ? -1 : scriptArity(args, facts.arity),
  }
}

/** `node scripts/x.mjs`: a program of the project, with the word that selects its action if it has several. */
function scriptArity({ argv, operands: [script], program, context }: ParsedArgs, otherwise: number): number {
  const text = literal(script)
  if (text === undefined || script !== argv[1] || EDITORS.test(program) || !SCRIPT.test(text))
    return otherwise
  if (script === undefined || !inWorkspace(script, context)) return otherwise
  if (!VERBED.test(text)) return 2
  return CODE_VERBS.test(literal(argv[2]) ?? '') ? otherwise : 3
}

const SCRIPT =
  /^[\w.@/-]+\.(?:[cm]?[jt]sx?|pyw?|rb|php|pl|lua|r|jl|exs?)$|(?:^|\/)(?:artisan|spark|console|yii|craft)$/i
const VERBED = /(?:^|\/)(?:manage\.py|artisan|spark|console|yii|craft)$/
/** The words after these are code, or start something that reads it. */
const CODE_VERBS =
  /^(?:tinker|shell(?:_plus)?|dbshell|db|runscript|exec|eval|php:eval|psysh|run-sql|dbal:run-sql)$/

/** As `xargs rm -rf` would do it. */
function removalOfInput({ range }: Field): Inner {
  return { kind: 'argv', argv: [textField('rm', range), textField('-rf', range)], more: true, remote: true }
}

/** `+12` and `+/word` only move the cursor. */
function isCommand(field: Field): boolean {
  return !/^\+(?:\d*|\/.*)$/.test(display(field))
}

/** `perl '-Mx;system(…)'`, `node --import data:…`: code in place of a module. */
function isModuleCode(name: string, value: Field, { program }: ParsedArgs): boolean {
  if (name === '--import') return knownPrefix(value).startsWith('data:')
  return /^-[Mm]$/.test(name) && program.startsWith('perl') && /[;(]/.test(display(value))
}

/** Only `node --check FILE`: reads the file and checks its syntax. */
function onlyChecks({ program, options, operands, doubts }: ParsedArgs): boolean {
  const [option, more] = options
  const [file, other] = operands
  const single = option !== undefined && more === undefined && file !== undefined && other === undefined
  return (
    single &&
    doubts.length === 0 &&
    ((/^node(?:js)?$/.test(program) && /^(?:-c|--check)$/.test(option.written)) ||
      (program === 'php' && /^(?:-l|--syntax-check)$/.test(option.written)) ||
      (program === 'ruby' && option.written === '-c'))
  )
}

/** The script, or the files that inline code processes: `perl -pi -e … file` writes them. */
function filesOf(codes: readonly Field[], { operands, has, program }: ParsedArgs): readonly Touch[] {
  const [file] = operands
  if (codes.length === 0) {
    return file === undefined || literal(file) === '-' ? [] : [{ act: 'read', path: file, recursive: false }]
  }
  if (EDITORS.test(program) && codes.some((code) => /%d\b/.test(display(code))))
    return operands.map((path) => ({ act: 'write', path, recursive: false, empties: true }))
  if (!/^(?:perl|ruby)/.test(program)) return []
  const act = has('-i') ? 'write' : 'read'
  const empties = has('-i') && codeKeepsNothing(codes, has('-p')) ? ({ empties: true } as const) : {}
  return operands.map((path) => ({ act, path, recursive: false, ...empties }))
}

/** Without code or a file the program comes from standard input; code that evaluates something may evaluate that. */
function readsProgram(codes: readonly Field[], { operands, program }: ParsedArgs): boolean {
  if (EDITORS.test(program)) return false
  const [file] = operands
  const input = file === undefined || ['-', '/dev/stdin'].includes(literal(file) ?? '-')
  return codes.length === 0 ? input : codes.some((code) => EVALUATES.test(codeText(code) ?? 'eval'))
}

const EVALUATES =
  /\b(?:exec|eval|compile|system|popen|Popen|spawn|spawnSync|execSync|child_process|subprocess|Function|runpy|vm)\b|`/

const FETCHES =
  /urlopen|urlretrieve|requests\.get|https?\.get|\bfetch\(|open-uri|URI\.open|LWP|Net::HTTP|\bget\s*\(?\s*["']https?:|file_get_contents\(\s*["']https?:/
const LOADS_ADDRESS = /\b(?:source|include|import|require|dofile|load)\s*\(?\s*(?:download\(\s*)?["']https?:/

/** Code that downloads something and evaluates something. */
function fetchesCode(field: Field): boolean {
  const text = codeText(field) ?? ''
  if (LOADS_ADDRESS.test(text)) return true
  return FETCHES.test(text) && EVALUATES.test(text)
}

const POSTS =
  /\b(?:requests|httpx|session|axios|got|ky|aiohttp)\.(?:post|put|patch|request)\b|urlopen\([^)]*,|\bdata\s*=.*urlopen|http\.client|create_connection|\.connect\(|\bfetch\([^)]*(?:body|method)|https?["']?\)?\.request\(|Net::HTTP|LWP::UserAgent|HTTP::Tiny|file_get_contents\(\s*["']https?:|smtplib|ftplib|paramiko/
const READS =
  /\bopen\(|readFile|read_text|read_bytes|File\.read|slurp|file_get_contents\(\s*["'](?!https?:)|Deno\.read|Bun\.file|os\.environ|process\.env\b|`/

/** Code that reads a file or the environment, and sends something. */
function sendsCode(field: Field): boolean {
  const text = codeText(field) ?? ''
  return POSTS.test(text) && READS.test(text) && !/localhost|127\.0\.0\.1/.test(text)
}

const EDITORS = /^(?:[gnr]?vim|vi|ex|view|vimdiff)$/

/** `vim +'!cmd'`: a command of the editor. */
function withoutPlus(field: Field): Field {
  const [first, ...rest] = field.pieces
  return first?.kind === 'text'
    ? { ...field, pieces: [{ kind: 'text', text: first.text.slice(1) }, ...rest] }
    : field
}

const PYTHON = /^(?:python|pypy)/

/** `python3 -m pytest …` is `pytest …`: options after the module are its own. */
function readModule(module: Field, { argv }: ParsedArgs): FactsPatch {
  const at = argv.findIndex((field) => field === module)
  // Attached, `-mpytest`: the module is not a separate word.
  const before = argv.findIndex((field) => /^-[A-Za-z]*m./.test(display(field)))
  const from = at === -1 ? before : at
  const rest = argv.slice(from + 1)
  const inner: Inner = {
    kind: 'argv',
    argv: [module, ...rest],
    remote: true,
    ...(at === -1 ? {} : { from: at }),
  }
  const evaluates = /^(?:timeit|pdb|code|IPython|cProfile|trace)$/.test(display(module))
  return {
    inner: [inner],
    arity: at === -1 || evaluates ? 0 : at + 1,
    ...(evaluates ? { hidden: true } : {}),
  }
}

/** `gdb --args cmd …`, `lldb -- cmd …`. */
function debugged({ program, argv }: ParsedArgs): readonly Inner[] {
  if (!['gdb', 'lldb'].includes(program)) return []
  const at = argv.findIndex((field) => /^(?:--?args|--)$/.test(literal(field) ?? ''))
  return at === -1 || at + 1 >= argv.length ? [] : [{ kind: 'argv', argv: argv.slice(at + 1), from: at + 1 }]
}
