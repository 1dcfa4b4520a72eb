/**
 * Commands that code of another language plainly starts: `os.system("git push")`, `execSync('ls')`, `subprocess.run(["git", "push"])`. Only
 * calls with literal text are found; they are for deny, ask and breakers.
 */
export function embeddedCommands(code: string, options?: { readonly backticks: boolean }): Embedded {
  const escape = /^\s*:?(?:!|shell\s|te(?:rm|rminal)?\s)\s*(\S.*)$/s.exec(code)?.[1]
  if (escape !== undefined) return { commands: [{ kind: 'text', text: escape }], rest: '' }
  const quoted = options?.backticks === true ? [...code.matchAll(BACKTICKS)] : []
  const bare = [
    ...code.matchAll(BARE),
    ...code.matchAll(TAGGED),
    ...code.matchAll(SENT),
    ...code.matchAll(MACRO),
  ]
  const found: EmbeddedCommand[] = [...bare, ...quoted].map(([, ...groups]) => ({
    kind: 'text',
    text: groups.find((group) => group !== undefined) ?? '',
  }))
  let rest = ''
  let from = 0
  for (const match of code.matchAll(CALL)) {
    const [whole, shell] = match
    const argument = readArgument(code.slice(match.index + whole.length))
    if (argument === undefined) continue
    const { command, length, certain } = argument
    if (!(shell !== undefined ? isBalanced(command) : isPlain(command))) continue
    found.push(command)
    const end = match.index + whole.length + length
    if (certain && match.index >= from) {
      rest += `${code.slice(from, match.index)} `
      from = end
    }
    if (found.length >= LIMIT) break
  }
  return {
    commands: found,
    rest: withoutShown(rest + code.slice(from), options?.backticks === true ? quoted : bare),
  }
}

/** The code without its literal commands. */
function withoutShown(code: string, shown: readonly RegExpMatchArray[]): string {
  let rest = code
  for (const [whole] of shown) {
    // A text with interpolated values is not complete.
    if (!/\$|#\{/.test(whole)) rest = rest.replace(whole, ' ')
  }
  return rest
}

export interface Embedded {
  readonly commands: readonly EmbeddedCommand[]
  /** The code without the calls whose commands are complete. */
  readonly rest: string
}

/** Calls of these names need not start a command (`exec` of Python, of a regular expression), so only plain words are used. */
function isPlain(command: EmbeddedCommand): boolean {
  return command.kind === 'words' || /^[\w./:=@%+, -]+$/.test(command.text)
}

/** A text cut at the wrong place would not be shell text: none is better than a wrong one. */
function isBalanced(command: EmbeddedCommand): boolean {
  if (command.kind === 'words') return true
  const count = (pattern: RegExp): number => command.text.match(pattern)?.length ?? 0
  // `case x in x)` closes a parenthesis that it did not open.
  const paired = count(/\(/g) === count(/\)/g) || /\bcase\b[^]*\besac\b/.test(command.text)
  return count(/'/g) % 2 === 0 && count(/"/g) % 2 === 0 && paired
}

export type EmbeddedCommand =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'words'; readonly words: readonly string[] }

const LIMIT = 8

/** `spawn git push` of expect, `exec git push` of Tcl: words without quotes. */
const BARE = /(?:^|[;\n{[])\s*(?:spawn|exec)\s+([\w./][^;\n"'()[\]{}$,]*)/g
/** Commands of Perl, Ruby and PHP. */
const BACKTICKS =
  /`([^`\n]+)`|\bqx\s*(?:\(([^()\n]*)\)|\{([^{}\n]*)\}|\[([^[\]\n]*)\]|\/([^/\n]*)\/|!([^!\n]*)!|\|([^|\n]*)\|)/g

/** Text in backticks that a call or a tag runs: Julia's `run`, `$` of Bun and zx. */
const TAGGED = /(?:\brun\(|\$)`([^`\n]+)`/g
/** Strings with a method that runs them: Groovy, Scala. */
const SENT = /"([^"\n]+)"\s*\.(?:execute\b|!)/g

/** m4 and CMake have words without quotes. */
const MACRO = /\b(?:e?syscmd\(|COMMAND\s+)[`"']*([\w./][^`'"()\n]*)/g

/** Names with which languages start commands, up to the start of the command; unambiguous ones are captured. */
const CALL =
  /\b(?:(system|popen|popen2|popen3|execSync|shell_exec|passthru|proc_open|check_output|check_call|getoutput|getstatusoutput|subprocess\.(?:run|call|Popen)|IO\.popen|os\.execute|io\.popen|child_process['"`]?\)?\.exec|qx|do shell script|System\.cmd|os:cmd|shell-command(?:-to-string)?|call-process|run-program|shell\/sh|system2)|exec|execv|execvp|execl|execlp|execFile|execFileSync|spawn|spawnSync|spawnvp|Popen|Open3\.\w+|Process\.run|Deno\.Command)\b\s*\(?\s*/g

interface Argument {
  readonly command: EmbeddedCommand
  readonly length: number
  /** The command is complete: nothing is inserted or appended. */
  readonly certain: boolean
}

function readArgument(rest: string): Argument | undefined {
  const array = /^\[([^\]]*)\]/.exec(rest)?.[1]
  if (array !== undefined) {
    const words = literals(array)
    const certain = isList(array) && ENDS.test(rest.slice(array.length + 2))
    return words.length > 0
      ? { command: { kind: 'words', words }, length: array.length + 2, certain }
      : undefined
  }
  const text = literalAt(rest)
  if (text === undefined) return undefined
  const behind = rest.slice(text.length)
  // `execFile("git", ["push"])`, `system("git", "push")`: the words are separate.
  const listed =
    /^\s*,\s*(?:\{\s*args\s*:\s*)?\[([^\]]*)\]/.exec(behind)?.[1] ??
    /^((?:\s*[,\s]\s*(?:"[^"]*"|'[^']*'))+)\s*(?:[);]|$)/.exec(behind)?.[1]
  if (listed !== undefined) {
    const words = [unquote(text), ...literals(listed)]
    return {
      command: { kind: 'words', words },
      length: text.length,
      certain: isList(listed) && !text.startsWith('{'),
    }
  }
  const certain = !OPEN.test(text) && !text.startsWith('{') && ENDS.test(behind)
  return { command: { kind: 'text', text: unquote(text) }, length: text.length, certain }
}

/** After a complete argument. */
const ENDS = /^\s*(?:[,;)\]}\n]|$)/
/** Text into which the language inserts values. */
const OPEN = /^f["']|\$\{|#\{|^"[^]*\$\w|^f?["'][^]*\{\w*\}/

/** Only strings, one by one. */
function isList(text: string): boolean {
  return /^(?:\s*,?\s*[rb]?(?:"[^"]*"|'[^']*'))*\s*,?\s*$/.test(text) && !OPEN.test(text)
}

function literalAt(text: string): string | undefined {
  return /^[rbf]?(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`|\{[^}]*\})/.exec(text)?.[0]
}

function literals(text: string): readonly string[] {
  return [...text.matchAll(/"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'/g)].map(
    ([, double, single]) => double ?? single ?? '',
  )
}

function unquote(text: string): string {
  const inside = text.replace(/^[rbf]?./, '').slice(0, -1)
  return inside.replaceAll(/\\(.)/g, (_whole, char: string) => SPECIAL.get(char) ?? char)
}

/** Escapes of languages that a shell reads as the end of a command or of a word. */
const SPECIAL: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['t', '\t'],
])
