import { literal, type Field, type Piece } from '../../model/field.ts'
import { wordSet } from '../../word-set.ts'
import { isPlain } from '../value.ts'

/** The effects of a find expression besides printing names. */
export interface FindReading {
  /** Where it begins; empty: the working directory. */
  readonly starts: readonly Field[]
  readonly actions: readonly FindAction[]
  /** Words that are not part of the language, or not certainly. */
  readonly unknown: readonly Field[]
}

export interface FindAction {
  readonly kind: 'delete' | 'exec' | 'write'
  /** `-exec`, `-fprint`. */
  readonly word: Field
  /** The started vector, with holes for `{}`, or the file that is written. */
  readonly argv: readonly Field[]
  /** Index in the whole vector at which the started one begins. */
  readonly from: number
  /** Runs in the folder of the found file (`-execdir`). */
  readonly beside: boolean
  /** Takes many paths at once (`{} +`). */
  readonly several: boolean
  /** Only reached by paths that passed a name or path test. */
  readonly tested: boolean
  /** The pattern that the last part of a found path matches, if certain. */
  readonly name?: string
  /** The pattern that the whole of a found path matches, if certain. */
  readonly path?: string
}

const FLAGS = wordSet(
  '-empty -executable -false -nogroup -nouser -readable -true -writable -d -daystart -depth -follow -help -ignore_readdir_race -mount -noignore_readdir_race -noleaf -nowarn -version -warn -xdev -x -X -s -E -H -L -P -print -print0 -ls -prune -quit -acl',
)
const TESTS_WITH_VALUE = wordSet(
  '-amin -anewer -atime -cmin -cnewer -ctime -fstype -gid -group -inum -links -mmin -mtime -newer -perm -samefile -size -type -uid -used -user -xtype -context -maxdepth -mindepth -regextype -files0-from -printf -Bmin -Btime -flags -mnewer -D -O',
)
const NAME_TESTS = wordSet('-name -iname -path -ipath -wholename -iwholename -regex -iregex -lname -ilname')
const EXECS = new Set(['-exec', '-execdir', '-ok', '-okdir'])
const FILE_WRITERS = new Set(['-fprint', '-fprint0', '-fls', '-fprintf'])
/** Actions that change something or start something. */
export const HARMFUL: readonly string[] = ['-delete', ...EXECS, ...FILE_WRITERS]
const OPERATORS = wordSet('! -not -a -and -o -or , ( )')

/** Reads the words after `find`. Indexes start at the program's own name. */
export function readFind(words: readonly Field[]): FindReading {
  return new FindReader(words).read()
}

/** Facts that are certain once the expression read so far was true. */
interface Truth {
  readonly tested: boolean
  readonly name?: string
  readonly path?: string
}

class FindReader {
  private readonly words: readonly Field[]
  private at = 0
  private readonly starts: Field[] = []
  private readonly actions: FindAction[] = []
  private readonly unknown: Field[] = []

  constructor(words: readonly Field[]) {
    this.words = words
  }

  read(): FindReading {
    this.paths()
    while (this.at < this.words.length) {
      this.list({ tested: false })
      // A surplus closing parenthesis, or a path after the expression: find rejects it, but not certainly.
      const left = this.words[this.at]
      if (left !== undefined) {
        this.unknown.push(left)
        this.at += 1
      }
    }
    return { starts: this.starts, actions: this.actions, unknown: this.unknown }
  }

  /** Leading options, then the starting points. */
  private paths(): void {
    for (;;) {
      const word = this.peek()
      const text = literal(word)
      if (word === undefined) return
      if (text !== undefined && /^-(?:[HLPEXdsx]+|O\d*)$/.test(text)) this.at += 1
      else if (text === '-D') this.at += 2
      else if (text === '-f') {
        this.at += 1
        this.path()
      } else if (text === '--') this.at += 1
      else if (this.beginsExpression(word)) return
      else this.path()
    }
  }

  private path(): void {
    const word = this.words[this.at]
    this.at += 1
    if (word === undefined) return
    this.starts.push(word)
    if (couldBeHarmful(word)) this.unknown.push(word)
  }

  private beginsExpression(word: Field): boolean {
    const [first] = word.pieces
    if (first?.kind !== 'text') return false
    return first.text.startsWith('-') || OPERATORS.has(literal(word) ?? '')
  }

  /** `a , b , c` */
  private list(outer: Truth): Truth {
    let truth = this.either(outer)
    while (this.accept(',')) truth = this.either(outer)
    return truth
  }

  /** `a -o b`: a name was tested only if every branch tested it. */
  private either(outer: Truth): Truth {
    const first = this.both(outer)
    let { tested } = first
    let alone = true
    while (this.accept('-o', '-or')) {
      const branch = this.both(outer)
      tested &&= branch.tested
      alone = false
    }
    const known = tested || outer.tested
    return alone ? { ...first, tested: known } : { tested: known }
  }

  /** `a b`, `a -a b` */
  private both(outer: Truth): Truth {
    let truth = outer
    for (;;) {
      this.accept('-a', '-and')
      const text = this.text()
      if (this.at >= this.words.length || text === ')' || text === ',' || text === '-o' || text === '-or') {
        return truth
      }
      const next = this.not(truth)
      truth = { ...truth, ...next, tested: next.tested || truth.tested }
    }
  }

  private not(outer: Truth): Truth {
    if (!this.accept('!', '-not')) return this.primary(outer)
    this.not(outer)
    return { tested: false }
  }

  private primary(outer: Truth): Truth {
    const word = this.peek()
    if (word === undefined) return { tested: false }
    this.at += 1
    const text = literal(word)
    if (text === '(') {
      const truth = this.list(outer)
      if (!this.accept(')')) this.unknown.push(word)
      return truth
    }
    if (text === undefined || !text.startsWith('-')) return this.strange(word)
    if (text === '-delete') return this.act('delete', word, outer)
    if (EXECS.has(text)) return this.exec(word, outer)
    if (FILE_WRITERS.has(text)) return this.write(word, outer)
    if (NAME_TESTS.has(text)) return this.nameTest(text)
    if (TESTS_WITH_VALUE.has(text) || /^-newer[aBcm][aBcmt]$/.test(text)) {
      this.value()
      return { tested: false }
    }
    if (!FLAGS.has(text)) return this.strange(word)
    return { tested: false }
  }

  private nameTest(text: string): Truth {
    const value = this.value()
    const pattern = literal(value)
    const tested = narrows(value)
    if (!tested || pattern === undefined) return { tested }
    if (/^-i?name$/.test(text)) return { tested, name: pattern }
    if (/^-(?:path|wholename)$/.test(text)) return { tested, path: pattern }
    const path = text === '-regex' ? plainPattern(pattern) : undefined
    return path === undefined ? { tested } : { tested, path }
  }

  private strange(word: Field): Truth {
    this.unknown.push(word)
    return { tested: false }
  }

  /** The value of a test: one word, whatever it looks like. */
  private value(): Field | undefined {
    const word = this.peek()
    this.at += 1
    if (word?.many === true && couldBeHarmful(word)) this.unknown.push(word)
    return word
  }

  private write(word: Field, outer: Truth): Truth {
    const file = this.value()
    if (literal(word) === '-fprintf') this.value()
    return this.act('write', word, outer, file === undefined ? [] : [file])
  }

  /** Up to `;`, or to `{} +`. */
  private exec(word: Field, outer: Truth): Truth {
    const argv: Field[] = []
    const from = this.at + 1
    let several = false
    for (;;) {
      const next = this.peek()
      if (next === undefined) break
      this.at += 1
      const text = literal(next)
      if (text === ';') break
      const last = argv.at(-1)
      several = text === '+' && literal(last) === '{}'
      if (several) break
      if (next.many && next.pieces.some((piece) => piece.kind === 'hole')) this.unknown.push(next)
      argv.push(next)
    }
    this.doubtEnd(argv)
    const beside = literal(word)?.endsWith('dir') === true
    this.actions.push({ kind: 'exec', word, argv, from, beside, several, ...outer })
    return { tested: false }
  }

  /** An unknown word may be the `;` that ends the command: then an action may follow. */
  private doubtEnd(argv: readonly Field[]): void {
    const end = argv.findIndex(isOpen)
    const action = argv.find(
      (field, index) =>
        end !== -1 && index > end && (isOpen(field) || HARMFUL.includes(literal(field) ?? '')),
    )
    if (action !== undefined) this.unknown.push(action)
  }

  private act(kind: 'delete' | 'write', word: Field, outer: Truth, argv: readonly Field[] = []): Truth {
    this.actions.push({ kind, word, argv, from: this.at, beside: false, several: false, ...outer })
    return { tested: false }
  }

  private accept(...texts: readonly string[]): boolean {
    const text = this.text()
    if (text === undefined || !texts.includes(text)) return false
    this.at += 1
    return true
  }

  private text(): string | undefined {
    return literal(this.peek())
  }

  private peek(): Field | undefined {
    return this.words[this.at]
  }
}

/** A regular expression that is equivalent to a pattern with stars. */
function plainPattern(expression: string): string | undefined {
  const pattern = expression.replaceAll('.*', '*').replaceAll('\\.', '.')
  return /^[\w./*-]+$/.test(pattern) ? pattern : undefined
}

/** Nothing of the word is known. */
function isOpen({ pieces }: Field): boolean {
  return pieces.length > 0 && pieces.every((piece) => piece.kind === 'hole')
}

/** The pattern excludes some names: `*` and `*.*` do not. */
function narrows(pattern: Field | undefined): boolean {
  if (pattern === undefined) return false
  return pattern.pieces.some((piece) => piece.kind === 'hole' || /[^*.?/[\]^$+\\()|]/.test(piece.text))
}

/**
 * True when the word could become, or add, an action. A glob expands to file names, some of which may be named like an action; `*.ts`
 * cannot.
 */
function couldBeHarmful(field: Field): boolean {
  const [first, second] = field.pieces
  // Of several words only the last one continues in the text after it.
  if (first !== undefined && isPlain(first) && (!field.many || second === undefined)) return false
  if (!field.many) return first?.kind === 'hole'
  if (field.pieces.some((piece) => piece.kind === 'hole')) return true
  const pattern = new RegExp(`^${field.pieces.map(globSource).join('')}$`)
  return field.pieces.length === 0 || HARMFUL.some((word) => pattern.test(word))
}

/** A glob as a permissive regular expression: character classes match anything. */
function globSource(piece: Piece): string {
  if (piece.kind !== 'glob')
    return (piece.kind === 'text' ? piece.text : '').replaceAll(/[$()*+.?[\\\]^{|}/-]/g, '\\$&')
  return piece.text.replaceAll(/[^*?]+|[*?]/g, () => '.*')
}
