/** A run of code in one style: keyword, string, comment, or anything else. */
export interface CodePiece {
  readonly text: string
  readonly look: 'plain' | 'word' | 'text' | 'note'
}

/** The longest code that is highlighted; longer code stays plain. */
const LIMIT = 30_000

/** Simple syntax highlighting. It is only for reading: nothing is decided by it. */
export function codePieces(code: string, language: string): readonly CodePiece[] {
  const family = FAMILIES.get(/^[\w+#-]*/.exec(language.toLowerCase())?.[0] ?? '')
  if (family === undefined || code.length > LIMIT) return [{ text: code, look: 'plain' }]
  const pieces: CodePiece[] = []
  let at = 0
  for (const found of code.matchAll(family.pattern)) {
    const look = lookOf(found, family)
    if (look === 'plain') continue
    if (found.index > at) pieces.push({ text: code.slice(at, found.index), look: 'plain' })
    pieces.push({ text: found[0], look })
    at = found.index + found[0].length
  }
  if (at < code.length) pieces.push({ text: code.slice(at), look: 'plain' })
  return pieces
}

interface Family {
  /** A comment, string or keyword, each in a group of its name. */
  readonly pattern: RegExp
  readonly words: ReadonlySet<string>
}

function lookOf({ groups }: RegExpMatchArray, { words }: Family): CodePiece['look'] {
  if (groups?.['note'] !== undefined) return 'note'
  if (groups?.['text'] !== undefined) return 'text'
  return words.has(groups?.['word'] ?? '') ? 'word' : 'plain'
}

// Strings end with their line, except in backticks, so that an unclosed one does not colour the rest.
const TEXT = /(?<text>"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?|`(?:\\.|[^`\\])*`?)/
const WORD = /(?<word>[A-Za-z_$][\w$]*)/

function family(note: RegExp, words: string): Family {
  return {
    pattern: new RegExp(`(?<note>${note.source})|${TEXT.source}|${WORD.source}`, 'g'),
    words: new Set(words.split(' ')),
  }
}

const CURLY_NOTE = /\/\/[^\n]*|\/\*(?:[^*]|\*(?!\/))*(?:\*\/)?/
const curly = (words: string): Family => family(CURLY_NOTE, words)
const C_WORDS =
  'break case char const continue default do double else enum extern false float for if int long return short signed sizeof static struct switch true typedef union unsigned void volatile while'
const SCRIPT = curly(
  'abstract any as async await boolean break case catch class const continue debugger declare default delete do else enum export extends false finally for from function get if implements import in infer instanceof interface is keyof let namespace never new null number of private protected public readonly return satisfies set static string super switch this throw true try type typeof undefined unknown var void while with yield',
)
const PLAIN_DATA = curly('true false null')
const JAVA = curly(
  `abstract boolean break byte case catch char class const continue default do double else enum extends false final finally float for if implements import instanceof int interface long native new null package permits private protected public record return sealed short static super switch synchronized this throw throws transient true try var void volatile while yield`,
)
const KOTLIN = curly(
  'abstract as break class companion const continue data do else enum false final finally for fun if import in inline interface internal is it lateinit null object open override package private protected public return sealed super suspend this throw true try typealias val var when where while',
)
const SWIFT = curly(
  'actor as associatedtype async await break case catch class continue default defer do else enum extension fallthrough false fileprivate final for func guard if import in init inout internal is lazy let mutating nil open override private protocol public repeat return self Self some static struct subscript super switch throw throws true try typealias var weak where while',
)
const C = curly(C_WORDS)
const CPP = curly(
  `${C_WORDS} auto bool catch class concept constexpr delete explicit final friend inline mutable namespace new noexcept nullptr operator override private protected public requires template this throw try typename using virtual`,
)
const CSHARP = curly(
  'abstract as async await base bool break case catch char class const continue decimal default delegate do double else enum event extern false finally float for foreach get if implicit in init int interface internal is lock long namespace new null object operator out override params private protected public readonly record ref return sealed set static string struct switch this throw true try typeof using var virtual void where while yield',
)
const GO = curly(
  'any bool break byte case chan const continue default defer else error fallthrough false float64 for func go goto if import int interface map nil package range return rune select string struct switch true type var',
)
const RUST = curly(
  'as async await bool break const continue crate dyn else enum extern false fn for if impl in let loop match mod move mut pub ref return self Self static str struct super trait true type unsafe use where while',
)
const PHP = curly(
  'abstract array as break case catch class const continue declare default do echo else elseif enum extends false final finally fn for foreach function global if implements instanceof interface match namespace new null private protected public readonly return static string switch this throw trait true try use var void while yield',
)
const DART = curly(
  'abstract as assert async await bool break case catch class const continue default do double dynamic else enum extends extension factory false final finally for if implements import in int is late library mixin new null on override part required return sealed static super switch this throw true try typedef var void when while with yield',
)
const SCALA = curly(
  'abstract case catch class def do else enum extends extension false final finally for given if implicit import lazy match new null object override package private protected return sealed super then this throw trait true try type using val var while with yield',
)
const CSS = curly('')
const HASH_NOTE = /(?<![^\s])#[^\n]*/
const hash = (words: string): Family => family(HASH_NOTE, words)
const SHELL = hash(
  'break case continue do done elif else esac exec exit export fi for function if in local read return set shift source then trap unset until while',
)
const PYTHON = hash(
  'False None True and as assert async await break case class continue def del elif else except finally for from global if import in is lambda match nonlocal not or pass raise return self try while with yield',
)
const RUBY = hash(
  'alias and begin break case class def defined do else elsif end ensure false for if in module next nil not or raise redo require rescue retry return self super then true undef unless until when while yield',
)
const SETTINGS = hash('true false null yes no on off')
const HASH = hash(
  'and as break case continue def do else end export false for from function if import in is let local next nil not null or return self set sub then true unless use until while with',
)
const DASHES = family(
  /--[^\n]*|\/\*(?:[^*]|\*(?!\/))*(?:\*\/)?/,
  'add alter and as asc begin between by case check commit constraint create cross default delete desc distinct drop else end exists foreign from full group having if in index inner insert into is join key left like limit not null offset on or order outer primary references returning right rollback select set table then union unique update using values view when where with ADD ALTER AND AS ASC BEGIN BETWEEN BY CASE CHECK COMMIT CONSTRAINT CREATE CROSS DEFAULT DELETE DESC DISTINCT DROP ELSE END EXISTS FOREIGN FROM FULL GROUP HAVING IF IN INDEX INNER INSERT INTO IS JOIN KEY LEFT LIKE LIMIT NOT NULL OFFSET ON OR ORDER OUTER PRIMARY REFERENCES RETURNING RIGHT ROLLBACK SELECT SET TABLE THEN UNION UNIQUE UPDATE USING VALUES VIEW WHEN WHERE WITH',
)

/** Languages by the names used in code fences. */
const named = (names: string, of: Family): readonly (readonly [string, Family])[] =>
  names.split(' ').map((name) => [name, of])

const FAMILIES: ReadonlyMap<string, Family> = new Map([
  ...named('js jsx ts tsx mjs cjs javascript typescript', SCRIPT),
  ...named('json jsonc json5', PLAIN_DATA),
  ...named('java', JAVA),
  ...named('kotlin kt', KOTLIN),
  ...named('swift', SWIFT),
  ...named('c h', C),
  ...named('cpp c++ cc hpp', CPP),
  ...named('cs c# csharp', CSHARP),
  ...named('go golang', GO),
  ...named('rust rs', RUST),
  ...named('php', PHP),
  ...named('dart', DART),
  ...named('scala', SCALA),
  ...named('css scss less', CSS),
  ...named('sh bash zsh shell console', SHELL),
  ...named('py python', PYTHON),
  ...named('rb ruby', RUBY),
  ...named('yaml yml toml ini', SETTINGS),
  ...named('make makefile dockerfile docker perl r rules elixir nix', HASH),
  ...named('sql postgres postgresql sqlite mysql lua haskell', DASHES),
])

/** The style of keywords, strings and comments, wherever code is shown. */
export const CODE_LOOKS: Readonly<Record<CodePiece['look'], string>> = {
  plain: '',
  word: 'text-plan',
  text: 'text-edits',
  note: 'text-ink-3',
}

/** The same code line by line; a piece that spans lines is split at their ends. */
export function codeLines(code: string, language: string): readonly (readonly CodePiece[])[] {
  const lines: CodePiece[][] = [[]]
  for (const { text, look } of codePieces(code, language)) {
    for (const [index, part] of text.split('\n').entries()) {
      if (index > 0) lines.push([])
      if (part !== '') lines.at(-1)?.push({ text: part, look })
    }
  }
  return lines
}

/** The language name for a file: its extension, or its name if it has none. */
export function languageOfFile(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase()
  return name.includes('.') ? name.slice(name.lastIndexOf('.') + 1) : name
}
