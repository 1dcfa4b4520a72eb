import { lazy } from '../../lazy.ts'
import { fromBase64 } from '../encodings.ts'
import type { EmbeddedCommand } from './embedded-commands.ts'

/**
 * True when code of another language could start a command, or run code, that is not plainly visible. `rest` is the code without the calls
 * whose commands were parsed.
 */
export function startsHidden(rest: string, program: string): boolean {
  const language = LANGUAGES().find(({ programs }) => programs.test(program))
  if (language === undefined) return false
  const { plain, names, beside } = language
  const left = plain === undefined ? rest : rest.replaceAll(plain, ' ')
  return names.test(left) || (beside !== undefined && beside.module.test(rest) && beside.names.test(left))
}

interface Language {
  readonly programs: RegExp
  /** Mentions without meaning: imports, without an alias, of calls that are recognised. */
  readonly plain?: RegExp
  /** Names with which the language starts commands or evaluates text. */
  readonly names: RegExp
  /** Names that matter only if a module that starts commands is present. */
  readonly beside?: { readonly module: RegExp; readonly names: RegExp }
}

const LANGUAGES = lazy((): readonly Language[] => [
  {
    programs: /^(?:python|pypy|ipython|bpython)/,
    plain:
      /\bimport\s+(?:[\w.]+\s*,\s*)*(?:subprocess|os|pty)(?=\s*(?:[;\n,]|$))|\bfrom\s+subprocess\s+import\s+(?:(?:check_output|check_call|getoutput|getstatusoutput|Popen|PIPE|DEVNULL|STDOUT|CalledProcessError|TimeoutExpired|SubprocessError|CompletedProcess)\b[\s,]*)+(?=[;\n]|$)|\bsubprocess\s*\.(?=\s)|\bsubprocess\.(?:PIPE|DEVNULL|STDOUT|\w+(?:Error|Expired)|CompletedProcess)\b/g,
    names:
      /\bsubprocess\b|\bos\s*\.\s*(?:system|popen|exec[lv]\w*|spawn\w*|posix_spawn\w*|startfile|fork\w*|__dict__|__getattribute__)\b|\bfrom\s+(?:os|posix|pty|nt)\s+import\b[^;\n]*(?:\*|\b(?:system|popen|exec|spawn|posix_spawn|fork))|\bimport\s+os\s+as\b|(?:^|[^\w.])(?:exec|eval|execfile|__import__)\s*\(|\b(?:pty|ctypes|cffi|runpy|pexpect|plumbum|fabric|__builtins__|builtins|create_subprocess_\w+)\b|\bimport_module\b|\bimport\s+(?:sh|git|posix|nt|invoke)\b|\bfrom\s+(?:sh|git|plumbum|invoke)\s+import\b|\bcode\s*\.\s*interact\b|\bgetattr\s*\([^,()]*(?:\([^()]*\)[^,()]*)?,(?!\s*["'][\w.]*["']\s*[,)])|\bgetattr\s*\([^)]*["'](?:system|popen|exec\w*|spawn\w*|run|call|Popen|check_\w+|eval)["']|\b(?:vars|globals|locals)\s*\([^)]*\)\s*\[/,
  },
  {
    programs: /^(?:node|nodejs|tsx|ts-node|esno|babel-node|vite-node|jiti|swc-node|bun|deno|mongosh?)$/,
    plain:
      /\b(?:const|let|var)\s*(?:\w+|\{[\w\s,]*\})\s*=\s*(?:await\s+)?(?:require|import)\s*\(\s*["'`](?:node:)?child_process["'`]\s*\)|\bimport\s+(?:\*\s*as\s+\w+|\w+|\{(?![^}]*\bas\b)[\w\s,]*\})\s+from\s*["'](?:node:)?child_process["']|\brequire\s*\(\s*["'`](?:node:)?child_process["'`]\s*\)\s*\.(?=\s)|\bpromisify\s*\(\s*exec\w*\s*\)(?!\s*\()/g,
    names:
      /\bchild_process\b|\b(?:execSync|spawnSync|execFile|execFileSync)\b|\bprocess\s*\.\s*(?:binding|_linkedBinding|dlopen|mainModule)\b|(?:^|[^.\w])(?:Function|eval)\s*\(|\bnew\s+Function\b|\bconstructor\s*\(\s*["'`]|\bworker_threads\b|\bnew\s+Worker\b|\b(?:require|import)\s*\(\s*(?:[^"'`\s)]|["'`][^"'`]*["'`]\s*[^)\s])|\b(?:_load|createRequire)\b|["'`](?:node:)?(?:vm|execa|shelljs|zx|cross-spawn|node-pty|simple-git)["'`]|\bDeno\s*\.\s*(?:run|Command)\b|\bBun\s*\.\s*(?:spawn|\$)|\b(?:globalThis|global|window|process)\s*\[/,
    beside: { module: /child_process/, names: /\b(?:exec|spawn|fork)\b|\]\s*\(/ },
  },
  {
    programs: /^(?:perl|raku)/,
    names:
      /(?:^|[^$@%\w>])(?:system|exec|fork|syscall|qx|readpipe|open[23]|dump)\b|\bIPC::|\bPOSIX\b|`|(?:^|[^$@%\w>])eval\b(?!\s*\{)|\bopen\b[^;\n]*\||["']-\|["']|["']\|-["']/,
  },
  {
    programs: /^(?:ruby|jruby|irb|truffleruby|pry|rake|thor)/,
    names:
      /(?:^|[^.\w:@$]|\b(?:Kernel|Process|IO|Object|self)\s*\.\s*)(?:system|exec|spawn|fork|syscall|popen\w*|eval)\b|\b(?:Open3|PTY|Fiddle|instance_eval|class_eval|module_eval|public_send|__send__)\b|`|%x|\bopen\s*\(?\s*["']\||\bsend\s*\(?\s*(?::(?:system|exec|spawn|eval)\b|["'])|\.method\s*\(?\s*:(?:system|exec|spawn|eval)\b/,
  },
  {
    programs: /^php/,
    names:
      /(?:^|[^\w>$:])(?:system|exec|shell_exec|passthru|popen|proc_open|pcntl_exec|eval|assert|create_function|call_user_func\w*|dl)\s*\(|`|\$\w+\s*\(|\bFFI\b/,
  },
  {
    programs: /^(?:lua|luajit|texlua)/,
    names:
      /\bos\s*\.\s*execute\b|\bio\s*\.\s*popen\b|(?:^|[^\w.])(?:load|loadstring)\s*[("'[]|\bloadlib\b|\b(?:os|io|_G|_ENV)\s*\[|\b(?:ffi|posix)\b/,
  },
  {
    programs: /^(?:Rscript|R)$/,
    names: /\b(?:system2?|shell|shell\.exec|pipe|eval|do\.call|match\.fun)\s*\(|\b(?:processx|callr|sys)::/,
  },
  { programs: /^julia$/, names: /\b(?:run|pipeline|eval|ccall|include_string)\s*\(|`/ },
  {
    programs: /^(?:tclsh|wish|expect)/,
    names: /(?:^|[\s;[{])(?:exec|spawn|eval|uplevel|subst|system)\b|\bopen\s*\(?\s*["{]?\||\$\w+/,
  },
  {
    programs: /^(?:emacs|emacsclient)$/,
    names:
      /\b(?:shell-command|async-shell-command|call-process|start-process|process-file|make-process|eval|term|compile)\b/,
  },
  {
    programs:
      /^(?:erl|escript|clojure|clj|bb|osascript|elixir|iex|ghc|ghci|runghc|runhaskell|groovy|scala|scala-cli|kotlin|kotlinc|jshell|racket|guile|sbcl|clisp|octave|gnuplot|m4)$/,
    names:
      /\b(?:system|os:cmd|os\.cmd|open_port|Port\.open|System\.cmd|System\.shell|callCommand|callProcess|readProcess|createProcess|System\.Process|run-program|run-shell-command|ProcessBuilder|getRuntime|sys\.process|shell|sh|process|eval|do shell script|esyscmd|syscmd|popen|spawn)\b|\.execute\s*\(|\.!/,
  },
])

/** A string or a list of strings, in the notations of all these languages. */
const STRINGS =
  /\bq[wxq]?\s*(?:\(([^()]*)\)|\[([^[\]]*)\]|\{([^{}]*)\}|\/([^/]*)\/|!([^!]*)!|<([^<>]*)>)|%w(?:\(([^()]*)\)|\[([^[\]]*)\]|\{([^{}]*)\})|%x(?:\(([^()]*)\)|\[([^[\]]*)\]|\{([^{}]*)\}|!([^!]*)!)|\[\[([^\]]*)\]\]|(?:["'][^"'\n]*["']\s*,\s*(?:nil\s*,\s*)*)+["'][^"'\n]*["']|"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)'|`([^`]*)`/g

/** The commands that code could start: any text in it that could be one, because the code does not show which it starts. */
export function possibleCommands(code: string): readonly EmbeddedCommand[] {
  const found: EmbeddedCommand[] = [...decodedTexts(code)]
  for (const [whole, ...groups] of joinStrings(code).matchAll(STRINGS)) {
    const text = groups.find((group) => group !== undefined)
    const words = text === undefined ? wordsOf(whole) : []
    if (text !== undefined && isCommand(text))
      found.push({ kind: 'text', text: text.replace(/^\s*\|\s*-?|\|\s*$/g, '') })
    // The words of one command, or several commands.
    const others = words.slice(1).filter(isCommand)
    if (words.length > 0) found.push({ kind: 'words', words }, ...shifted(words))
    found.push(...others.map((each) => ({ kind: 'text' as const, text: each })))
  }
  return found
}

/** The same commands as texts. */
export function possibleTexts(code: string): readonly string[] {
  return possibleCommands(code).map((found) => (found.kind === 'text' ? found.text : found.words.join(' ')))
}

/** `b64decode('…')`, `atob("…")`: the decoded text. */
function decodedTexts(code: string): readonly EmbeddedCommand[] {
  if (!/b64|base64|atob|decode64|unpack/i.test(code)) return []
  return [...code.matchAll(/["'`]([A-Za-z0-9+/]{8,}={0,2})["'`]/g)].flatMap(([, text = '']) => {
    const read = fromBase64(text)
    return read === undefined || read.trim() === '' ? [] : [{ kind: 'text' as const, text: read }]
  })
}

/**
 * Other layouts of words in a list: `execlp('git', 'git', 'push')` and `open(F, "-|", "git", "push")` name the program before its own
 * words, `popen("git push", "r")` has something else after the command.
 */
export function shifted([first = '', ...rest]: readonly string[]): readonly EmbeddedCommand[] {
  if (/^[\w./~-]+\s+\S/.test(first)) return [{ kind: 'text', text: first }]
  const isName = /^[|-]+$/.test(first) || first.split('/').at(-1) === rest[0]
  const [only, more] = rest
  if (!isName || only === undefined) return []
  return more === undefined ? [{ kind: 'text', text: only }] : [{ kind: 'words', words: rest }]
}

function wordsOf(list: string): readonly string[] {
  return [...list.matchAll(/"([^"]*)"|'([^']*)'/g)].map(([, double, single]) => double ?? single ?? '')
}

/** Words of which the first could be a program, with balanced quotes. */
function isCommand(text: string): boolean {
  const quotes = text.match(/["'`]/g)?.length ?? 0
  return /^\s*\|?\s*[\w./~-]+\s+[^\s=]/.test(text) && quotes % 2 === 0 && !/[()]/.test(text)
}

/** `'git ' + 'push'`, `"a" . "b"`, `"a" .. "b"`: concatenated strings. */
function joinStrings(code: string): string {
  return code.replaceAll(/'\s*(?:\+|\.\.?)\s*'|"\s*(?:\+|\.\.?)\s*"/g, '')
}
