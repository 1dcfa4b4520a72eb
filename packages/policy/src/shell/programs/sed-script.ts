import type { CodeReading } from './code-text.ts'

/**
 * A small reader of sed scripts (GNU and BSD). It answers one question: what does the script do besides editing the stream? It reports
 * anything that it does not understand, and the caller fails closed.
 */
export function readSed(script: string): CodeReading {
  const aware = new SedReader(script, { brackets: true }).read()
  if (!script.includes('[')) return aware
  // Versions differ on whether `/` in `[/]` ends a pattern. A version that rejects the script does not run it either.
  const unaware = new SedReader(script, { brackets: false }).read()
  if (unaware.unreadable !== undefined) return aware
  if (aware.unreadable !== undefined) return unaware
  return {
    writes: union(aware.writes, unaware.writes),
    reads: union(aware.reads, unaware.reads),
    starts: union(aware.starts, unaware.starts),
  }
}

const SIMPLE = '=dDFgGhHnNpPxz'
const NUMBERED = 'lLqQ'
const STANDARD = ['/dev/stdout', '/dev/stderr']
const SUBSTITUTE_FLAGS = 'gpiImM0123456789'

class Refusal {
  readonly reason: string
  constructor(reason: string) {
    this.reason = reason
  }
}

class SedReader {
  private readonly text: string
  private readonly brackets: boolean
  private at = 0
  private depth = 0
  private readonly writes: string[] = []
  private readonly reads: string[] = []
  private readonly starts: string[] = []

  constructor(text: string, options: { readonly brackets: boolean }) {
    this.text = text
    this.brackets = options.brackets
  }

  read(): CodeReading {
    let refused: Refusal | undefined
    while (refused === undefined && this.skipSeparators()) refused = this.command()
    if (refused === undefined && this.depth !== 0) refused = new Refusal('unbalanced braces')
    const found = { writes: this.writes, reads: this.reads, starts: this.starts }
    return refused === undefined ? found : { ...found, unreadable: refused.reason }
  }

  /** True when a command follows. */
  private skipSeparators(): boolean {
    while (' \t\n;'.includes(this.peek()) && !this.ended()) this.at += 1
    return !this.ended()
  }

  private command(): Refusal | undefined {
    const refused = this.addresses()
    if (refused !== undefined) return refused
    const name = this.next()
    if (name === '') return new Refusal('an address without a command')
    if (SIMPLE.includes(name)) return this.endOfCommand()
    if (NUMBERED.includes(name)) return this.number().endOfCommand()
    switch (name) {
      case '{':
        this.depth += 1
        return undefined
      case '}':
        this.depth -= 1
        return this.depth < 0 ? new Refusal('unbalanced braces') : this.endOfCommand()
      case '#':
        this.restOfLine()
        return undefined
      case ':':
      case 'b':
      case 't':
      case 'T':
        return this.label()
      case 'v':
        this.word()
        return this.endOfCommand()
      case 'a':
      case 'i':
      case 'c':
        this.textBlock()
        return undefined
      case 'r':
      case 'R':
        this.reads.push(this.fileName())
        return undefined
      case 'w':
      case 'W':
        this.write(this.fileName())
        return undefined
      case 'e':
        this.skipBlanks()
        this.starts.push(this.restOfLine())
        return undefined
      case 's':
        return this.substitute()
      case 'y':
        return this.delimited(2) ?? this.endOfCommand()
      default:
        return new Refusal(`unknown command \`${name}\``)
    }
  }

  private addresses(): Refusal | undefined {
    const first = this.address()
    if (first instanceof Refusal) return first
    if (first) {
      this.skipBlanks()
      if (this.peek() === ',') {
        this.at += 1
        this.skipBlanks()
        if ('+~'.includes(this.peek()) && !this.ended()) this.at += 1
        const second = this.address()
        if (second instanceof Refusal) return second
        if (!second) return new Refusal('a range without an end')
      }
    }
    this.skipBlanks()
    while (this.peek() === '!' && !this.ended()) {
      this.at += 1
      this.skipBlanks()
    }
    return undefined
  }

  /** True when one was there. */
  private address(): boolean | Refusal {
    const char = this.peek()
    if (char === '$') {
      this.at += 1
      return true
    }
    if (isDigit(char)) {
      this.number()
      if (this.peek() === '~') {
        this.at += 1
        this.number()
      }
      return true
    }
    if (char !== '/' && char !== '\\') return false
    this.at += 1
    const delimiter = char === '/' ? '/' : this.next()
    const refused = this.section(delimiter, true)
    if (refused !== undefined) return refused
    while ('IM'.includes(this.peek()) && !this.ended()) this.at += 1
    return true
  }

  private substitute(): Refusal | undefined {
    const from = this.at
    const refused = this.delimited(2)
    if (refused !== undefined) return refused
    const [, , replacement = ''] = this.text.slice(from, this.at).split(this.text.charAt(from))
    for (;;) {
      const char = this.peek()
      if (this.ended() || '\n;}#'.includes(char)) return this.endOfCommand()
      this.at += 1
      // The matched text may be the whole command.
      if (char === 'e') this.starts.push('', ...(/^[\w./~]+\s/.test(replacement) ? [replacement] : []))
      else if (char === 'w') {
        this.write(this.fileName())
        return undefined
      } else if (!SUBSTITUTE_FLAGS.includes(char) && char !== ' ' && char !== '\t')
        return new Refusal(`unknown flag \`${char}\``)
    }
  }

  /** `/…/…/` with any delimiter: the first section is a regular expression. */
  private delimited(sections: number): Refusal | undefined {
    const delimiter = this.next()
    for (let index = 0; index < sections; index += 1) {
      const refused = this.section(delimiter, index === 0)
      if (refused !== undefined) return refused
    }
    return undefined
  }

  /** Up to and including the next unescaped delimiter. */
  private section(delimiter: string, pattern: boolean): Refusal | undefined {
    if (delimiter === '' || delimiter === '\n' || delimiter === '\\') return new Refusal('no delimiter')
    while (!this.ended()) {
      const char = this.next()
      if (char === delimiter) return undefined
      if (char === '\\') this.at += 1
      else if (pattern && char === '[' && this.brackets) {
        const refused = this.bracket(delimiter)
        if (refused !== undefined) return refused
      } else if (pattern && char === '\n') return new Refusal('a line end in a pattern')
    }
    return new Refusal('unterminated')
  }

  /** The rest of `[…]`. A backslash is text in it, but prevents the delimiter from ending the pattern. */
  private bracket(delimiter: string): Refusal | undefined {
    if (this.peek() === '^') this.at += 1
    if (this.peek() === ']') this.at += 1
    while (!this.ended()) {
      const char = this.next()
      if (char === ']') return undefined
      if (char === '\n') break
      if (char === '\\' && this.peek() === delimiter) this.at += 1
      else if (char === '[' && ':.='.includes(this.peek()) && !this.ended()) {
        const close = this.text.indexOf(`${this.peek()}]`, this.at + 1)
        if (close === -1) break
        this.at = close + 2
      }
    }
    return new Refusal('unbalanced brackets')
  }

  private label(): Refusal | undefined {
    this.skipBlanks()
    while (!this.ended() && !' \t\n;}'.includes(this.peek())) this.at += 1
    return this.endOfCommand()
  }

  /** Text of `a`, `i` and `c`: to the end of the line, continuing on the next one after a backslash. */
  private textBlock(): void {
    while (!this.ended()) {
      const char = this.next()
      if (char === '\\') this.at += 1
      else if (char === '\n') return
    }
  }

  private endOfCommand(): Refusal | undefined {
    this.skipBlanks()
    if (this.ended() || '\n;}#'.includes(this.peek())) return undefined
    return new Refusal('extra characters after a command')
  }

  private write(file: string): void {
    if (!STANDARD.includes(file)) this.writes.push(file)
  }

  private fileName(): string {
    this.skipBlanks()
    return this.restOfLine()
  }

  private restOfLine(): string {
    const end = this.text.indexOf('\n', this.at)
    const rest = this.text.slice(this.at, end === -1 ? this.text.length : end)
    this.at += rest.length
    return rest
  }

  private word(): void {
    this.skipBlanks()
    while (!this.ended() && !' \t\n;}'.includes(this.peek())) this.at += 1
  }

  private number(): this {
    this.skipBlanks()
    while (isDigit(this.peek())) this.at += 1
    return this
  }

  private skipBlanks(): void {
    while ((this.peek() === ' ' || this.peek() === '\t') && !this.ended()) this.at += 1
  }

  private peek(): string {
    return this.text.charAt(this.at)
  }

  private next(): string {
    const char = this.peek()
    this.at += char.length
    return char
  }

  private ended(): boolean {
    return this.at >= this.text.length
  }
}

function isDigit(char: string): boolean {
  return char >= '0' && char <= '9' && char.length === 1
}

function union(left: readonly string[], right: readonly string[]): readonly string[] {
  return [...new Set([...left, ...right])]
}
