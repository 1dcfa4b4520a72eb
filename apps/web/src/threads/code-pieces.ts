/** A run of code in one look: a word of the language, a text, a note to the reader, or anything else. */
export interface CodePiece {
  readonly text: string
  readonly look: 'plain' | 'word' | 'text' | 'note'
}

/** Longest code that is looked at; longer is drawn as it is. */
const LIMIT = 30_000

/** Code by what its language makes plain at first sight. It is for reading: nothing is decided by it. */
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
  /** A note, a text or a word, each in a group of its name. */
  readonly pattern: RegExp
  readonly words: ReadonlySet<string>
}

function lookOf({ groups }: RegExpMatchArray, { words }: Family): CodePiece['look'] {
  if (groups?.['note'] !== undefined) return 'note'
  if (groups?.['text'] !== undefined) return 'text'
  return words.has(groups?.['word'] ?? '') ? 'word' : 'plain'
}

// Texts end with their line, but for those in back quotes: an open one must not colour the rest.
const TEXT = /(?<text>"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?|`(?:\\.|[^`\\])*`?)/
const WORD = /(?<word>[A-Za-z_$][\w$]*)/

function family(note: RegExp, words: string): Family {
  return {
    pattern: new RegExp(`(?<note>${note.source})|${TEXT.source}|${WORD.source}`, 'g'),
    words: new Set(words.split(' ')),
  }
}

const CURLY = family(
  /\/\/[^\n]*|\/\*(?:[^*]|\*(?!\/))*(?:\*\/)?/,
  'abstract as async await bool boolean break case catch char class const continue def default defer delete do double else enum export extends extern false final finally float fn for from func function go if impl implements import in instanceof int interface let long loop match mod mut namespace new nil null of override package private protected pub public readonly return self static string struct super switch this throw trait true try type typeof undefined use using var void volatile where while yield',
)
const HASH = family(
  /(?<![^\s])#[^\n]*/,
  'and as assert async await break case class continue def del do done elif else end esac except exec exit export false False fi finally for from function global if import in is lambda local None nonlocal not null or pass raise return self set source then true True try unset until while with yield',
)
const DASHES = family(
  /--[^\n]*|\/\*(?:[^*]|\*(?!\/))*(?:\*\/)?/,
  'add alter and as asc begin between by case check commit constraint create cross default delete desc distinct drop else end exists foreign from full group having if in index inner insert into is join key left like limit not null offset on or order outer primary references returning right rollback select set table then union unique update using values view when where with ADD ALTER AND AS ASC BEGIN BETWEEN BY CASE CHECK COMMIT CONSTRAINT CREATE CROSS DEFAULT DELETE DESC DISTINCT DROP ELSE END EXISTS FOREIGN FROM FULL GROUP HAVING IF IN INDEX INNER INSERT INTO IS JOIN KEY LEFT LIKE LIMIT NOT NULL OFFSET ON OR ORDER OUTER PRIMARY REFERENCES RETURNING RIGHT ROLLBACK SELECT SET TABLE THEN UNION UNIQUE UPDATE USING VALUES VIEW WHEN WHERE WITH',
)

const FAMILIES: ReadonlyMap<string, Family> = new Map([
  ...[
    'js',
    'jsx',
    'ts',
    'tsx',
    'mjs',
    'javascript',
    'typescript',
    'json',
    'jsonc',
    'java',
    'kotlin',
    'swift',
    'c',
  ]
    .concat([
      'h',
      'cpp',
      'c++',
      'cs',
      'c#',
      'csharp',
      'go',
      'rust',
      'rs',
      'php',
      'dart',
      'scala',
      'css',
      'scss',
    ])
    .map((name) => [name, CURLY] as const),
  ...[
    'sh',
    'bash',
    'zsh',
    'shell',
    'console',
    'py',
    'python',
    'rb',
    'ruby',
    'yaml',
    'yml',
    'toml',
    'ini',
    'make',
  ]
    .concat(['makefile', 'dockerfile', 'docker', 'perl', 'r', 'rules', 'elixir', 'nix'])
    .map((name) => [name, HASH] as const),
  ...['sql', 'postgres', 'postgresql', 'sqlite', 'mysql', 'lua', 'haskell'].map(
    (name) => [name, DASHES] as const,
  ),
])
