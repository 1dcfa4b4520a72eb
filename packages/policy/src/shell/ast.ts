import type { Range } from '../model/field.ts'

/**
 * The syntax tree that the walk sees. It is our own: `reader.ts` builds it from the parser's tree, so that the parser can be replaced and
 * no unexpected kind of node can get in.
 */
export interface Script {
  readonly statements: readonly Statement[]
  readonly range: Range
}

export interface Statement {
  readonly node: Node
  readonly background: boolean
}

export type Node =
  | SimpleNode
  | PipelineNode
  | AndOrNode
  | IfNode
  | LoopNode
  | ForNode
  | ArithmeticForNode
  | CaseNode
  | GroupNode
  | TestNode
  | ArithmeticNode
  | FunctionNode
  | CoprocNode
  | RedirectedNode

export interface SimpleNode {
  readonly kind: 'simple'
  readonly assignments: readonly Assignment[]
  /** The command's name and its arguments; assignments occur among them only after `export`, `declare` and the like. */
  readonly words: readonly (Word | Assignment)[]
  readonly redirects: readonly Redirect[]
  readonly range: Range
}

export interface PipelineNode {
  readonly kind: 'pipeline'
  readonly stages: readonly Node[]
  readonly negated: boolean
  readonly range: Range
}

export interface AndOrNode {
  readonly kind: 'and-or'
  readonly first: Node
  readonly rest: readonly { readonly operator: '&&' | '||'; readonly node: Node }[]
  readonly range: Range
}

export interface IfNode {
  readonly kind: 'if'
  readonly branches: readonly { readonly condition: Script; readonly body: Script }[]
  readonly otherwise?: Script
  readonly range: Range
}

export interface LoopNode {
  readonly kind: 'loop'
  readonly until: boolean
  readonly condition: Script
  readonly body: Script
  readonly range: Range
}

export interface ForNode {
  readonly kind: 'for' | 'select'
  readonly name: string
  /** Absent: the positional parameters. */
  readonly words?: readonly Word[]
  readonly body: Script
  readonly range: Range
}

export interface ArithmeticForNode {
  readonly kind: 'arithmetic-for'
  readonly initialize?: Arithmetic | undefined
  readonly test?: Arithmetic | undefined
  readonly update?: Arithmetic | undefined
  readonly body: Script
  readonly range: Range
}

export interface CaseNode {
  readonly kind: 'case'
  readonly word: Word
  readonly items: readonly { readonly patterns: readonly Word[]; readonly body: Script }[]
  readonly range: Range
}

export interface GroupNode {
  readonly kind: 'group' | 'subshell'
  readonly body: Script
  readonly range: Range
}

export interface TestNode {
  readonly kind: 'test'
  readonly comparisons: readonly Comparison[]
  readonly range: Range
}

/** One unary or binary test of `[[ … ]]`; how they are combined does not matter, since each may run. */
export interface Comparison {
  readonly operator: string
  readonly operands: readonly Word[]
}

export interface ArithmeticNode {
  readonly kind: 'arithmetic'
  readonly expression: Arithmetic
  readonly range: Range
}

export interface FunctionNode {
  readonly kind: 'function'
  readonly name: string
  readonly body: Node
  readonly range: Range
}

export interface CoprocNode {
  readonly kind: 'coproc'
  readonly name: string
  readonly body: Node
  readonly range: Range
}

export interface RedirectedNode {
  readonly kind: 'redirected'
  readonly node: Node
  readonly redirects: readonly Redirect[]
  readonly range: Range
}

export interface Assignment {
  readonly kind: 'assignment'
  readonly name: string
  readonly append: boolean
  readonly index?: Arithmetic | undefined
  readonly value: Word | ArrayValue
  readonly range: Range
}

export interface ArrayValue {
  readonly kind: 'array'
  readonly elements: readonly ArrayElement[]
}

/** An element as written, `[index]=` included. */
export interface ArrayElement {
  readonly word: Word
  readonly index?: Arithmetic | undefined
}

export type RedirectOperator = '>' | '>>' | '<' | '<>' | '<&' | '>&' | '>|' | '&>' | '&>>'

export type Redirect =
  | {
      readonly kind: 'file'
      readonly operator: RedirectOperator
      readonly descriptor?: number | undefined
      /** `{name}> file`: the shell stores the descriptor's number there. */
      readonly variable?: string | undefined
      readonly target: Word
      readonly range: Range
    }
  /** A here-string or a here-document; `descriptor` is 0 unless given. */
  | {
      readonly kind: 'here'
      readonly descriptor: number
      readonly variable?: string
      readonly body: Word
      readonly newline: boolean
      readonly range: Range
    }

export interface Word {
  readonly kind: 'word'
  readonly parts: readonly WordPart[]
  readonly range: Range
}

export type WordPart = TextPart | ParameterPart | CommandSubstitution | ProcessSubstitution | ArithmeticPart

export interface TextPart {
  readonly kind: 'text'
  readonly text: string
  /** Nothing in it is special: quoted or escaped. */
  readonly quoted: boolean
}

export interface ParameterPart {
  readonly kind: 'parameter'
  readonly quoted: boolean
  readonly source: string
  readonly name: string
  readonly prefix?: '!' | '#' | undefined
  readonly index?: Arithmetic | undefined
  readonly operation?: ParameterOperation | undefined
  readonly range: Range
}

export type ParameterOperation =
  | {
      readonly kind: 'default'
      readonly operator: '-' | ':-' | '=' | ':=' | '+' | ':+' | '?' | ':?'
      readonly word: Word
    }
  | { readonly kind: 'remove'; readonly operator: '#' | '##' | '%' | '%%'; readonly pattern: Word }
  | {
      readonly kind: 'replace'
      readonly operator: '/' | '//' | '/#' | '/%'
      readonly pattern: Word
      readonly by: Word
    }
  | { readonly kind: 'slice'; readonly offset: Arithmetic; readonly length?: Arithmetic }
  | { readonly kind: 'case'; readonly operator: '^' | '^^' | ',' | ',,'; readonly pattern?: Word }
  | { readonly kind: 'transform'; readonly letter: string }
  | { readonly kind: 'names' }

export interface CommandSubstitution {
  readonly kind: 'command'
  readonly quoted: boolean
  readonly source: string
  readonly script: Script
  readonly range: Range
}

export interface ProcessSubstitution {
  readonly kind: 'process'
  readonly operator: '<' | '>'
  readonly source: string
  readonly script: Script
  readonly range: Range
}

export interface ArithmeticPart {
  readonly kind: 'arithmetic'
  readonly quoted: boolean
  readonly source: string
  readonly expression: Arithmetic
  readonly range: Range
}

/**
 * Text that bash evaluates as arithmetic, and its expansions. Names in it are variables whose values are evaluated again, so the text is
 * kept in addition to the tree.
 */
export interface Arithmetic {
  readonly text: string
  /** The text as a word: names, numbers and operators are unquoted text. */
  readonly word: Word
  readonly range: Range
}
