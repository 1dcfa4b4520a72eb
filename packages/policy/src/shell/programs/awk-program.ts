import type { CodeReading } from './code-text.ts'
import { wordSet } from '../../word-set.ts'

/**
 * A small reader of awk programs (POSIX, gawk, mawk, BWK). It answers one question: what does the program do besides reading its input and
 * printing? It reports anything that it does not understand or that the dialects read differently, and the caller fails closed.
 */
export function readAwk(program: string, home = '~'): CodeReading {
  const tokens = tokenize(program)
  if (typeof tokens === 'string') return { writes: [], reads: [], starts: [], unreadable: tokens }
  if (!program.includes('ENVIRON')) return new AwkReader(tokens).read()
  const known = settled(tokens, home)
  const [first, second] = [known, settled(filledIn(known), home)].map((each) => new AwkReader(each).read())
  return first === undefined || second === undefined ? NOTHING : union(first, second)
}

const NOTHING: CodeReading = { writes: [], reads: [], starts: [] }

/** The findings of both readings. */
function union(first: CodeReading, second: CodeReading): CodeReading {
  const { unreadable = second.unreadable } = first
  return {
    writes: [...new Set([...first.writes, ...second.writes])],
    reads: [...new Set([...first.reads, ...second.reads])],
    starts: [...new Set([...first.starts, ...second.starts])],
    ...(unreadable === undefined ? {} : { unreadable }),
  }
}

/** Replaces variables that are set once, to a text, by that text. */
function filledIn(tokens: readonly Token[]): readonly Token[] {
  const values = new Map<string, Token | undefined>()
  for (const [index, { kind, text }] of tokens.entries()) {
    const [sign, value, end] = tokens.slice(index + 1, index + 4)
    if (kind !== 'name' || sign?.kind !== 'operator' || !/^[-+*/%^]?=$/.test(sign.text)) continue
    const whole = end === undefined || end.kind === 'newline' || /^[;})]$/.test(end.text)
    const plain = !values.has(text) && sign.text === '=' && value?.kind === 'string' && whole
    values.set(text, plain ? value : undefined)
  }
  return tokens.map((token, index) => {
    const value = token.kind === 'name' ? values.get(token.text) : undefined
    return value === undefined || tokens[index + 1]?.text === '=' ? token : value
  })
}

/** Resolves `ENVIRON["HOME"]` to its text, and joins adjacent texts. */
function settled(tokens: readonly Token[], home: string): readonly Token[] {
  const made: Token[] = []
  for (const token of tokens) {
    made.push(token)
    const [name, open, key, close] = made.slice(-4)
    if (name?.text === 'ENVIRON' && open?.text === '[' && key?.text === 'HOME' && close?.text === ']')
      made.splice(-4, 4, { kind: 'string', text: home })
    const [before, text, after] = made.slice(-3)
    // Parentheses after a name belong to a call.
    const group = before?.text === '(' && before.kind === 'operator' && made.at(-4)?.kind !== 'name'
    if (group && text?.kind === 'string' && after?.kind === 'operator' && after.text === ')')
      made.splice(-3, 3, text)
    const [first, second] = made.slice(-2)
    if (first?.kind === 'string' && second?.kind === 'string')
      made.splice(-2, 2, { kind: 'string', text: first.text + second.text })
  }
  return made
}

/** `escaped` is a string with unsupported escapes: its text is unknown. */
interface Token {
  readonly kind: 'name' | 'number' | 'regex' | 'newline' | 'string' | 'escaped' | 'operator'
  readonly text: string
}

/** Longest first. */
const OPERATORS =
  '**= |& || && ++ -- += -= *= /= %= ^= ** == <= >= != !~ >> { } ( ) [ ] ; , + - * / % ^ ! > < | ? : ~ $ ='.split(
    ' ',
  )
const KEYWORDS = wordSet(
  'BEGIN END BEGINFILE ENDFILE function func if else while for do break continue next nextfile exit return delete in getline print printf switch case default',
)
/** Files that represent the program's own output. */
const STANDARD = wordSet('/dev/stdout /dev/stderr /dev/null /dev/fd/1 /dev/fd/2')

/** The tokens, or why there are none. */
function tokenize(program: string): readonly Token[] | string {
  const tokens: Token[] = []
  const parentheses = new Parentheses()
  let at = 0
  while (at < program.length) {
    const rest = program.slice(at)
    const char = program.charAt(at)
    if (char === ' ' || char === '\t') at += 1
    else if (rest.startsWith('\\\n')) at += 2
    else if (char === '#') at += /^[^\n]*/.exec(rest)?.[0].length ?? 1
    else {
      const token = readToken(rest, tokens.at(-1), parentheses)
      if (typeof token === 'string') return token
      parentheses.see(token.token, tokens.at(-1))
      tokens.push(token.token)
      at += token.length
    }
  }
  return tokens
}

type Lexed = { readonly token: Token; readonly length: number }

/** Knows whether the last `)` closed the condition of `if`, `while`, `for` or `switch`: a statement follows then. */
class Parentheses {
  private readonly open: boolean[] = []
  closedControl = false

  see(token: Token, before: Token | undefined): void {
    if (token.kind !== 'operator') return
    if (token.text === '(') {
      this.open.push(before?.kind === 'name' && ['if', 'while', 'for', 'switch'].includes(before.text))
    } else if (token.text === ')') this.closedControl = this.open.pop() ?? false
  }
}

function readToken(rest: string, last: Token | undefined, { closedControl }: Parentheses): Lexed | string {
  const char = rest.charAt(0)
  if (char === '\n') return { token: { kind: 'newline', text: char }, length: 1 }
  if (char === '"') return readString(rest)
  if (char === '/' && isUnclear(last)) return 'a slash that may divide or begin a regular expression'
  if (char === '/' && !endsOperand(last, closedControl)) return readRegex(rest)
  const name = /^[A-Za-z_][A-Za-z0-9_]*/.exec(rest)?.[0]
  if (name !== undefined) return { token: { kind: 'name', text: name }, length: name.length }
  const number = /^(?:0[xX][0-9a-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)/.exec(rest)?.[0]
  if (number !== undefined) return { token: { kind: 'number', text: number }, length: number.length }
  const operator = OPERATORS.find((each) => rest.startsWith(each))
  if (operator === undefined)
    return char === '@' ? 'an indirect call or a directive' : `unknown character \`${char}\``
  return { token: { kind: 'operator', text: operator }, length: operator.length }
}

function readString(rest: string): Lexed | string {
  let text = ''
  let kind: 'string' | 'escaped' = 'string'
  for (let at = 1; at < rest.length; at += 1) {
    const char = rest.charAt(at)
    if (char === '"') return { token: { kind, text }, length: at + 1 }
    if (char === '\n') return 'a line end in a string'
    if (char !== '\\') text += char
    else {
      at += 1
      const coded = codedCharacter(rest.slice(at, at + 4))
      if (coded !== undefined) {
        text += coded.text
        at += coded.length - 1
        continue
      }
      const escape = rest.charAt(at)
      if (/[0-9xuabfrv]/.test(escape)) kind = 'escaped'
      text += ESCAPES.get(escape) ?? escape
    }
  }
  return 'unterminated string'
}

/** `\040`: a printable character by its code, in the form that all dialects share. */
function codedCharacter(rest: string): { readonly text: string; readonly length: number } | undefined {
  const octal = /^[0-7]{3}/.exec(rest)?.[0] ?? ''
  const code = Number.parseInt(octal, 8)
  return code >= 32 && code <= 126 ? { text: String.fromCharCode(code), length: octal.length } : undefined
}

/** `\x20` as the character that most dialects read: for what the program may start, never for what it certainly does. */
export function withHexCharacters(program: string): string {
  return program.replaceAll(/\\x([2-7][0-9a-fA-F])/g, (whole, code: string) => {
    const char = String.fromCharCode(Number.parseInt(code, 16))
    return /["\\\x7f]/.test(char) ? whole : char
  })
}

const ESCAPES = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['\n', ''],
])

function readRegex(rest: string): Lexed | string {
  let bracket = false
  for (let at = 1; at < rest.length; at += 1) {
    const char = rest.charAt(at)
    if (char === '\n') return 'a line end in a regular expression'
    if (char === '\\') at += 1
    else if (char === '/') {
      // Some dialects end the expression here, others at the closing bracket.
      if (bracket) return 'a slash in brackets'
      return { token: { kind: 'regex', text: rest.slice(1, at) }, length: at + 1 }
    } else if (!bracket && char === '[') {
      bracket = true
      if (rest.charAt(at + 1) === '^') at += 1
      if (rest.charAt(at + 1) === ']') at += 1
    } else if (bracket && char === '[' && /^[:.=]/.test(rest.slice(at + 1))) {
      const close = rest.indexOf(`${rest.charAt(at + 1)}]`, at + 2)
      if (close === -1 || rest.slice(at, close).includes('/')) return 'unbalanced brackets'
      at = close + 1
    } else if (bracket && char === ']') bracket = false
  }
  return 'unterminated regular expression'
}

/** True when the last token ends an operand, so that `/` divides. */
function endsOperand(last: Token | undefined, closedControl: boolean): boolean {
  switch (last?.kind) {
    case undefined:
    case 'newline':
      return false
    case 'number':
    case 'string':
    case 'escaped':
    case 'regex':
      return true
    case 'name':
      return !KEYWORDS.has(last.text)
    case 'operator':
      return last.text === ')' ? !closedControl : [']', '++', '--'].includes(last.text)
  }
}

function isUnclear(last: Token | undefined): boolean {
  return (
    (last?.kind === 'name' && last.text === 'getline') || (last?.kind === 'operator' && last.text === '$')
  )
}

class AwkReader {
  private readonly tokens: readonly Token[]
  private readonly writes: string[] = []
  private readonly reads: string[] = []
  private readonly starts: string[] = []
  private unreadable: string | undefined
  private at = 0

  constructor(tokens: readonly Token[]) {
    this.tokens = tokens
  }

  read(): CodeReading {
    /** Depth of parentheses and brackets at the open `print`. */
    let print: number | undefined
    let depth = 0
    for (; this.at < this.tokens.length; this.at += 1) {
      const token = this.tokens[this.at]
      if (token === undefined) break
      if (token.kind === 'name') {
        if (token.text === 'print' || token.text === 'printf') print = depth
        this.name(token.text)
      } else if (token.kind === 'newline') {
        if (print === depth && !this.continues()) print = undefined
      } else if (token.kind === 'operator') {
        if (token.text === '(' || token.text === '[') depth += 1
        if (token.text === ')' || token.text === ']') depth -= 1
        if (';{}'.includes(token.text)) print = undefined
        if (token.text === '>>' || (token.text === '>' && print === depth)) this.redirect()
        if (token.text === '|' || token.text === '|&') this.pipe()
      } else if (token.kind === 'string' && token.text.includes('/inet')) this.refuse('a network address')
    }
    if (depth !== 0) this.refuse('unbalanced parentheses')
    const found = { writes: this.writes, reads: this.reads, starts: this.starts }
    return this.unreadable === undefined ? found : { ...found, unreadable: this.unreadable }
  }

  private name(name: string): void {
    if (name === 'system') this.starts.push(this.callArgument())
    // Input files that the program names itself could be gawk network addresses.
    if (name === 'ARGV') this.refuse('a change of the input files')
    if (name === 'getline') this.getline()
  }

  /** `getline`, `getline x`, `getline a[i]`, each with `< file`. */
  private getline(): void {
    let next = this.at + 1
    if (this.tokens[next]?.text === '$') next += 1
    const variable = this.tokens[next]
    if (variable?.kind === 'name' && !KEYWORDS.has(variable.text)) next = this.skipSubscript(next + 1)
    else if (variable?.kind === 'number' && next > this.at + 1) next += 1
    if (!this.isOperator(next, '<')) return
    const file = this.tokens[next + 1]
    if (file?.kind === 'string' && this.endsPrimary(next + 2)) this.reads.push(file.text)
    else this.refuse('a file name that is computed')
  }

  private skipSubscript(from: number): number {
    if (!this.isOperator(from, '[')) return from
    let depth = 0
    for (let at = from; at < this.tokens.length; at += 1) {
      if (this.isOperator(at, '[')) depth += 1
      if (this.isOperator(at, ']')) depth -= 1
      if (depth === 0) return at + 1
    }
    return this.tokens.length
  }

  private redirect(): void {
    const target = this.tokens[this.at + 1]
    if (target?.kind !== 'string' || !this.endsStatement(this.at + 2)) this.writes.push('')
    else if (!STANDARD.has(target.text)) this.writes.push(target.text)
  }

  /** `"cmd" | getline`, `print | "cmd"`. */
  private pipe(): void {
    const before = this.tokens[this.at - 1]
    const after = this.tokens[this.at + 1]
    const reads = after?.kind === 'name' && after.text === 'getline'
    if (reads)
      this.starts.push(before?.kind === 'string' && this.beginsPrimary(this.at - 2) ? before.text : '')
    else this.starts.push(after?.kind === 'string' && this.endsStatement(this.at + 2) ? after.text : '')
  }

  /** The text of `("…")`, the only argument. */
  private callArgument(): string {
    if (!this.isOperator(this.at + 1, '(')) return ''
    let text = ''
    let at = this.at + 2
    // Adjacent strings are one.
    for (let each = this.tokens[at]; each?.kind === 'string'; each = this.tokens[++at]) text += each.text
    return this.isOperator(at, ')') ? text : ''
  }

  /** The statement continues after this line end. */
  private continues(): boolean {
    const last = this.tokens[this.at - 1]
    return last?.kind === 'operator' && [',', '&&', '||', '?', ':'].includes(last.text)
  }

  private endsStatement(at: number): boolean {
    const token = this.tokens[at]
    return (
      token === undefined ||
      token.kind === 'newline' ||
      (token.kind === 'operator' && ';}'.includes(token.text))
    )
  }

  /** No concatenation continues here. */
  private endsPrimary(at: number): boolean {
    const token = this.tokens[at]
    return (
      token === undefined ||
      token.kind === 'newline' ||
      (token.kind === 'operator' && !'($+-!'.includes(token.text))
    )
  }

  private beginsPrimary(at: number): boolean {
    const token = this.tokens[at]
    if (token === undefined || token.kind === 'newline') return true
    return token.kind === 'operator' && ['(', '{', ';', '}', '&&', '||', '!'].includes(token.text)
  }

  private isOperator(at: number, text: string): boolean {
    const token = this.tokens[at]
    return token?.kind === 'operator' && token.text === text
  }

  private refuse(reason: string): void {
    this.unreadable ??= reason
  }
}
