import { parse } from 'unbash'
import type * as U from 'unbash'
import type * as A from './ast.ts'
import type { Range } from './field.ts'
import * as guard from './guard.ts'
import { followsHereDocument } from './here-order.ts'
import type { Unreadable } from './part.ts'
import { preflight } from './preflight.ts'

/** A syntax tree, and why it cannot be trusted where that is so. The tree then holds what could be made out. */
export interface Parsed {
  readonly script: A.Script
  readonly problem?: Unreadable
}

/**
 * Reads shell text. The only file that knows the parser: what it returns is our own tree. Never throws. `at` maps a
 * position of `text` to one of the text that people see.
 */
export function readScript(text: string, at: (position: number) => number = identity): Parsed {
  const problems: Problems = { first: undefined }
  const source: Source = { text, at, problems }
  const refused = preflight(text)
  if (refused !== undefined) return { script: emptyScript(rangeOf(source, 0, 0)), problem: refused }
  try {
    const script = convertScript(parse(text), source)
    return problems.first === undefined ? { script } : { script, problem: problems.first }
  } catch (error) {
    // Deep nesting ends in a RangeError of the parser or of this file; whatever it is, the text was not read.
    const reason = error instanceof RangeError ? 'nested too deeply' : 'not readable'
    return { script: emptyScript(rangeOf(source, 0, text.length)), problem: { reason, position: at(0) } }
  }
}

interface Problems {
  first: Unreadable | undefined
}

/** The text that positions of the parser's nodes index. */
interface Source {
  readonly text: string
  readonly at: (position: number) => number
  readonly problems: Problems
}

/** Where a word stands: decides what quotes, escapes and patterns in it mean. */
type Context = 'plain' | 'pattern' | 'double' | 'here'

function identity(position: number): number {
  return position
}

function emptyScript(range: Range): A.Script {
  return { statements: [], range }
}

function note(source: Source, reason: string | undefined, position: number): void {
  if (reason !== undefined) source.problems.first ??= { reason, position: source.at(position) }
}

/** The end goes by the last character: the next one may stand behind a backslash that is gone. */
function rangeOf(source: Source, start: number, end: number): Range {
  return { start: source.at(start), end: end > start ? source.at(end - 1) + 1 : source.at(start) }
}

function nodeRange(source: Source, node: { readonly pos: number; readonly end: number }): Range {
  return rangeOf(source, node.pos, node.end)
}

function convertScript(script: U.ParsedScript, source: Source): A.Script {
  const [error] = script.errors ?? []
  if (error !== undefined) note(source, error.message, error.pos)
  return {
    statements: script.commands.map((each) => convertStatement(each, source)),
    range: nodeRange(source, script),
  }
}

function convertList(list: U.CompoundList, source: Source): A.Script {
  return {
    statements: list.commands.map((each) => convertStatement(each, source)),
    range: nodeRange(source, list),
  }
}

function convertStatement(statement: U.Statement, source: Source): A.Statement {
  return { node: convertNode(statement.command, source), background: statement.background === true }
}

type AnyNode = U.PipelineNode | U.AndOr | U.CompoundList

function convertNode(node: AnyNode, source: Source): A.Node {
  const range = nodeRange(source, node)
  switch (node.type) {
    case 'Command':
      return convertCommand(node, source)
    case 'Pipeline':
      if (node.commands.length === 0)
        note(source, guard.operatorBehindNothing(source.text, node.end), node.end)
      return {
        kind: 'pipeline',
        stages: node.commands.map((each) => convertNode(each, source)),
        negated: node.prefixes.filter((prefix) => prefix.type === 'Negation').length % 2 === 1,
        range,
      }
    case 'AndOr':
      return convertAndOr(node, source)
    case 'If':
      return convertIf(node, source)
    case 'While':
      return {
        kind: 'loop',
        until: node.kind === 'until',
        condition: convertList(node.clause, source),
        body: convertList(node.body, source),
        range,
      }
    case 'For':
    case 'Select':
      return convertFor(node, source)
    case 'ArithmeticFor':
      return convertArithmeticFor(node, source)
    case 'Case':
      return {
        kind: 'case',
        word: convertWord(node.word, source, 'plain'),
        items: node.items.map((item) => ({
          patterns: item.pattern.map((each) => convertWord(each, source, 'pattern')),
          body: convertList(item.body, source),
        })),
        range,
      }
    case 'Subshell':
      return { kind: 'subshell', body: convertList(node.body, source), range }
    case 'BraceGroup':
      return { kind: 'group', body: convertList(node.body, source), range }
    case 'CompoundList':
      note(source, 'a body without braces', node.pos)
      return { kind: 'group', body: convertList(node, source), range }
    case 'TestCommand':
      return { kind: 'test', comparisons: comparisons(node.expression, source), range }
    case 'ArithmeticCommand':
      return {
        kind: 'arithmetic',
        expression: convertArithmetic(node.expression, node.pos + 2, node.end - 2, source),
        range,
      }
    case 'Function':
      return {
        kind: 'function',
        name: plainName(node.name, source),
        body: convertNode(node.body, source),
        range,
      }
    case 'Coproc':
      return {
        kind: 'coproc',
        name: node.name === undefined ? 'COPROC' : plainName(node.name, source),
        body: convertNode(node.body, source),
        range,
      }
    case 'Redirected':
      return {
        kind: 'redirected',
        node: convertNode(node.command, source),
        redirects: node.redirects.flatMap((each) => convertRedirect(each, source)),
        range,
      }
    default:
      return unknownNode(node, source)
  }
}

function unknownNode(node: never, source: Source): A.Node {
  note(source, 'syntax that is not known', 0)
  void node
  return { kind: 'group', body: emptyScript(rangeOf(source, 0, 0)), range: rangeOf(source, 0, 0) }
}

function convertAndOr(node: U.AndOr, source: Source): A.Node {
  const [first, ...rest] = node.commands.map((each) => convertNode(each, source))
  const range = nodeRange(source, node)
  if (first === undefined) return { kind: 'group', body: emptyScript(range), range }
  return {
    kind: 'and-or',
    first,
    rest: rest.map((each, index) => ({ operator: node.operators[index] ?? '||', node: each })),
    range,
  }
}

function convertIf(node: U.If, source: Source): A.IfNode {
  const branches = [node, ...node.elif].map((each) => ({
    condition: convertList(each.clause, source),
    body: convertList(each.then, source),
  }))
  const range = nodeRange(source, node)
  if (node.else === undefined) return { kind: 'if', branches, range }
  return { kind: 'if', branches, otherwise: convertList(node.else, source), range }
}

function convertFor(node: U.For | U.Select, source: Source): A.ForNode {
  return {
    kind: node.type === 'For' ? 'for' : 'select',
    name: plainName(node.name, source),
    ...(node.wordlist === undefined
      ? {}
      : { words: node.wordlist.map((each) => convertWord(each, source, 'plain')) }),
    body: convertList(node.body, source),
    range: nodeRange(source, node),
  }
}

function convertArithmeticFor(node: U.ArithmeticFor, source: Source): A.ArithmeticForNode {
  const piece = (expression: U.ArithmeticExpression | undefined): A.Arithmetic | undefined =>
    expression === undefined
      ? undefined
      : convertArithmetic(expression, expression.pos, expression.end, source)
  const [initialize, test, update] = [piece(node.initialize), piece(node.test), piece(node.update)]
  checkHeader(node, source)
  return {
    kind: 'arithmetic-for',
    ...(initialize === undefined ? {} : { initialize }),
    ...(test === undefined ? {} : { test }),
    ...(update === undefined ? {} : { update }),
    body: convertList(node.body, source),
    range: nodeRange(source, node),
  }
}

/** The header's text that belongs to none of the three expressions holds nothing but blanks, `;` and parentheses. */
function checkHeader(node: U.ArithmeticFor, source: Source): void {
  let rest = source.text.slice(node.pos, node.body.pos)
  const known = [node.update, node.test, node.initialize].filter((each) => each !== undefined)
  for (const { pos, end } of known.toSorted((a, b) => b.pos - a.pos)) {
    rest = rest.slice(0, pos - node.pos) + rest.slice(end - node.pos)
  }
  note(source, guard.hiddenInArithmetic(rest), node.pos)
}

function plainName(word: U.Word, source: Source): string {
  if (word.parts?.some((part) => part.type !== 'Literal' && part.type !== 'Glob') === true) {
    note(source, 'a name that is not plain', word.pos)
  }
  return word.value
}

function convertCommand(command: U.Command, source: Source): A.SimpleNode {
  const assignments: A.Assignment[] = []
  const redirects: A.Redirect[] = []
  const words: (A.Word | A.Assignment)[] = []
  for (const each of command.prefix) {
    if (each.type === 'Assignment') assignments.push(convertAssignment(each, source))
    else redirects.push(...convertRedirect(each, source))
  }
  if (command.name !== undefined) {
    if (command.name.parts?.[0]?.type === 'ProcessSubstitution') {
      note(source, guard.PROCESS_AS_COMMAND, command.name.pos)
    }
    note(source, guard.parenthesisAfterName(source.text, command.name.end), command.name.end)
    words.push(convertWord(command.name, source, 'plain'))
  }
  for (const each of command.suffix) {
    if (each.type === 'Word') words.push(convertWord(each, source, 'plain'))
    else if (each.type === 'Assignment') words.push(convertAssignment(each, source))
    else redirects.push(...convertRedirect(each, source))
  }
  return { kind: 'simple', assignments, words, redirects, range: nodeRange(source, command) }
}

function convertAssignment(assignment: U.Assignment, source: Source): A.Assignment {
  const { value, index } = assignment
  return {
    kind: 'assignment',
    name: assignment.name,
    append: assignment.append === true,
    ...(index === undefined ? {} : { index: convertSubscript(index, source) }),
    value: value.type === 'ArrayValue' ? convertArray(value, source) : convertWord(value, source, 'plain'),
    range: nodeRange(source, assignment),
  }
}

function convertArray(value: U.ArrayValue, source: Source): A.ArrayValue {
  return { kind: 'array', elements: value.elements.map((each) => convertElement(each, source)) }
}

/** `a=([…]=x)`: what stands in the brackets is arithmetic. */
function convertElement(element: U.Word, source: Source): A.ArrayElement {
  const word = convertWord(element, source, 'plain')
  if (!element.text.startsWith('[')) return { word }
  const parts = element.parts ?? []
  const ends = (parts.length === 0 ? [element] : parts.filter((part) => part.type === 'Literal')).flatMap(
    (part) => {
      const offset = part.text.search(/\]\+?=/)
      return offset < 0 ? [] : [part.pos + offset]
    },
  )
  const end = ends[0] ?? element.end
  const before = parts.filter((part) => part.end <= end)
  return { word, index: arithmeticOf(before, element.pos + 1, end, source) }
}

function convertRedirect(redirect: U.Redirection, source: Source): A.Redirect[] {
  const range = nodeRange(source, redirect)
  const { descriptor } = redirect
  const fd = descriptor?.type === 'FileDescriptor' ? descriptor.value : undefined
  if (redirect.type === 'HereDoc') {
    return [
      { kind: 'here', descriptor: fd ?? 0, body: convertHereBody(redirect, source), newline: false, range },
    ]
  }
  if (redirect.target === undefined) {
    note(source, 'a redirect without a target', redirect.pos)
    return []
  }
  const target = convertWord(redirect.target, source, 'plain')
  note(
    source,
    guard.numberBeforeRedirect(redirect.target.text, source.text, redirect.target.end),
    redirect.pos,
  )
  if (redirect.type === 'HereString')
    return [{ kind: 'here', descriptor: fd ?? 0, body: target, newline: true, range }]
  return [
    {
      kind: 'file',
      operator: redirect.operator,
      ...(fd === undefined ? {} : { descriptor: fd }),
      ...(descriptor?.type === 'FileDescriptorVariable' ? { variable: descriptor.name } : {}),
      target,
      range,
    },
  ]
}

function convertHereBody(here: U.HereDoc, source: Source): A.Word {
  const { body, delimiter } = here
  const range = nodeRange(source, body)
  if (delimiter === undefined) note(source, 'a here-document without a delimiter', here.pos)
  else note(source, guard.oddDelimiter(delimiter.text), here.pos)
  if (delimiter === undefined || delimiter.quoted) {
    return { kind: 'word', parts: [{ kind: 'text', text: body.text, quoted: true }], range }
  }
  if (body.parts === undefined) {
    const text = body.text.replace(/\\([\\$`\n])/g, (_, char: string) => (char === '\n' ? '' : char))
    return { kind: 'word', parts: [{ kind: 'text', text, quoted: true }], range }
  }
  return { kind: 'word', parts: body.parts.flatMap((each) => convertPart(each, source, 'here')), range }
}

function convertWord(word: U.Word, source: Source, context: Context): A.Word {
  const range = nodeRange(source, word)
  if (word.parts !== undefined) {
    return { kind: 'word', parts: word.parts.flatMap((each) => convertPart(each, source, context)), range }
  }
  if (context === 'plain') note(source, guard.openArithmetic(word.text), word.pos)
  return { kind: 'word', parts: convertText(word, context), range }
}

/** Text without expansions. In double quotes the parser has removed the escapes that bash removes there. */
function convertText(
  node: { readonly text: string; readonly value: string },
  context: Context,
): A.TextPart[] {
  if (context === 'double' || context === 'here') return [{ kind: 'text', text: node.value, quoted: true }]
  return splitEscapes(node.text)
}

/** Unquoted text, cut into what is special and what a backslash has made plain. */
function splitEscapes(text: string): A.TextPart[] {
  if (!text.includes('\\')) return text === '' ? [] : [{ kind: 'text', text, quoted: false }]
  const parts: A.TextPart[] = []
  let bare = ''
  for (let index = 0; index < text.length; index++) {
    const char = text.charAt(index)
    if (char !== '\\' || index + 1 >= text.length) {
      bare += char
      continue
    }
    const next = text.charAt(++index)
    if (next === '\n') continue
    if (bare !== '') parts.push({ kind: 'text', text: bare, quoted: false })
    bare = ''
    parts.push({ kind: 'text', text: next, quoted: true })
  }
  if (bare !== '') parts.push({ kind: 'text', text: bare, quoted: false })
  return parts
}

function convertPart(part: U.WordPart, source: Source, context: Context): A.WordPart[] {
  const quoted = context === 'double' || context === 'here'
  const range = nodeRange(source, part)
  switch (part.type) {
    case 'Literal':
      if (context === 'plain' || context === 'double') note(source, guard.openArithmetic(part.text), part.pos)
      return convertText(part, context)
    case 'SingleQuoted':
      if (quoted) note(source, guard.QUOTES_IN_QUOTES, part.pos)
      return [{ kind: 'text', text: part.value, quoted: true }]
    case 'AnsiCQuoted':
      if (quoted) note(source, guard.QUOTES_IN_QUOTES, part.pos)
      note(source, guard.ansiLineBreak(part.text), part.pos)
      return [{ kind: 'text', text: part.value, quoted: true }]
    case 'DoubleQuoted':
    case 'LocaleString':
      return [
        { kind: 'text', text: '', quoted: true },
        ...part.parts.flatMap((each) => convertPart(each, source, 'double')),
      ]
    case 'Glob':
    case 'BraceExpansion':
      return flatten(part, source, context)
    case 'ExtendedGlob':
      if (context !== 'pattern') note(source, guard.EXTENDED_GLOB, part.pos)
      return flatten(part, source, context)
    case 'SimpleExpansion':
      return [{ kind: 'parameter', quoted, source: part.text, name: part.text.slice(1), range }]
    case 'ParameterExpansion':
      if (context === 'here') note(source, guard.quotesInHereExpansion(part.text), part.pos)
      return [convertParameter(part, source, context)]
    case 'CommandExpansion':
      note(source, guard.inShellSubstitution(part.text), part.pos)
      return [{ kind: 'command', quoted, source: part.text, script: nestedScript(part, source), range }]
    case 'ProcessSubstitution':
      return [
        {
          kind: 'process',
          operator: part.operator,
          source: part.text,
          script: nestedScript(part, source),
          range,
        },
      ]
    case 'ArithmeticExpansion':
      note(source, guard.oldArithmetic(part.text), part.pos)
      return [
        {
          kind: 'arithmetic',
          quoted,
          source: part.text,
          expression: part.text.startsWith('$[')
            ? convertArithmetic(part.expression, part.pos + 2, part.end - 1, source)
            : convertArithmetic(part.expression, part.pos + 3, part.end - 2, source),
          range,
        },
      ]
    default:
      return unknownPart(part, source)
  }
}

function unknownPart(part: never, source: Source): A.WordPart[] {
  note(source, 'syntax that is not known', 0)
  void part
  return []
}

/** Globs and braces become unquoted text with the expansions between; `words.ts` finds them again. */
function flatten(
  part: U.GlobPart | U.ExtendedGlobPart | U.BraceExpansionPart,
  source: Source,
  context: Context,
): A.WordPart[] {
  if (part.parts === undefined) return splitEscapes(part.text)
  const result: A.WordPart[] = []
  let cursor = part.pos
  for (const child of part.parts) {
    result.push(...splitEscapes(source.text.slice(cursor, child.pos)), ...convertPart(child, source, context))
    cursor = child.end
  }
  result.push(...splitEscapes(source.text.slice(cursor, part.end)))
  return result
}

function nestedScript(part: U.CommandExpansionPart | U.ProcessSubstitutionPart, source: Source): A.Script {
  const { script } = part
  if (script === undefined) {
    note(source, 'a substitution that cannot be read', part.pos)
    return emptyScript(nodeRange(source, part))
  }
  if (!part.text.startsWith('`')) {
    const converted = convertScript(script, source)
    if (followsHereDocument(converted))
      note(source, 'a command after a here-document in a substitution', part.pos)
    return converted
  }
  if (script.source === undefined) return convertScript(script, source)
  return convertScript(script, decodedSource(script.source, part, source))
}

/** Backticks remove backslashes before they parse: positions index the text after that. */
function decodedSource(
  text: string,
  part: U.CommandExpansionPart | U.ProcessSubstitutionPart,
  source: Source,
): Source {
  const positions: number[] = []
  const raw = part.text
  let index = 1
  for (let decoded = 0; decoded <= text.length; decoded++) {
    const escaped =
      raw[index] === '\\' && raw[index + 1] === text[decoded] && '\\$`"'.includes(raw.charAt(index + 1))
    if (escaped) index++
    positions.push(Math.min(index, raw.length - 1))
    index++
  }
  const last = part.pos + raw.length - 1
  return {
    text,
    at: (position) => source.at(part.pos + (positions[position] ?? last - part.pos)),
    problems: source.problems,
  }
}

function convertParameter(part: U.ParameterExpansionPart, source: Source, context: Context): A.ParameterPart {
  const operation =
    part.operation === undefined ? undefined : convertOperation(part.operation, source, context)
  if (part.parameter === '') note(source, 'an expansion without a name', part.pos)
  return {
    kind: 'parameter',
    quoted: context === 'double' || context === 'here',
    source: part.text,
    name: part.parameter,
    ...(part.prefix === undefined ? {} : { prefix: part.prefix }),
    ...(part.index === undefined ? {} : { index: convertSubscript(part.index, source) }),
    ...(operation === undefined ? {} : { operation }),
    range: nodeRange(source, part),
  }
}

function convertOperation(
  operation: U.ParameterOperation,
  source: Source,
  context: Context,
): A.ParameterOperation | undefined {
  switch (operation.type) {
    case 'Default':
      return {
        kind: 'default',
        operator: operation.operator,
        word: convertWord(operation.operand, source, context),
      }
    case 'Remove':
      return {
        kind: 'remove',
        operator: operation.operator,
        pattern: convertWord(operation.operand, source, 'pattern'),
      }
    case 'Replace':
      return {
        kind: 'replace',
        operator: operation.operator,
        pattern: convertWord(operation.pattern, source, 'pattern'),
        by: convertWord(operation.replacement, source, context),
      }
    case 'Slice': {
      const offset = convertSubscript(operation.offset, source)
      if (operation.length === undefined) return { kind: 'slice', offset }
      return { kind: 'slice', offset, length: convertSubscript(operation.length, source) }
    }
    case 'CaseModification':
      if (operation.operand === undefined) return { kind: 'case', operator: operation.operator }
      return {
        kind: 'case',
        operator: operation.operator,
        pattern: convertWord(operation.operand, source, 'pattern'),
      }
    case 'Transform':
      note(source, guard.promptTransform(operation.operand.text), operation.pos)
      return { kind: 'transform', letter: operation.operand.text }
    case 'Names':
      return { kind: 'names' }
    case 'Unknown':
      note(source, 'an expansion that is not known', operation.pos)
      return undefined
    default:
      return unknownOperation(operation, source)
  }
}

function unknownOperation(operation: never, source: Source): undefined {
  note(source, 'syntax that is not known', 0)
  void operation
  return undefined
}

/** A subscript or a part of a slice: a word for the parser, arithmetic for bash. */
function convertSubscript(word: U.Word, source: Source): A.Arithmetic {
  return arithmeticOf(word.parts ?? [], word.pos, word.end, source)
}

function convertArithmetic(
  expression: U.ArithmeticExpression | undefined,
  start: number,
  end: number,
  source: Source,
): A.Arithmetic {
  if (expression === undefined && source.text.slice(start, end).trim() !== '') {
    note(source, 'arithmetic that cannot be read', start)
  }
  return arithmeticOf(expression === undefined ? [] : arithmeticParts(expression), start, end, source)
}

type Expansion =
  | U.ParameterExpansionPart
  | U.SimpleExpansionPart
  | U.CommandExpansionPart
  | U.ArithmeticExpansionPart

function arithmeticOf(
  parts: readonly U.WordPart[],
  start: number,
  end: number,
  source: Source,
): A.Arithmetic {
  const result: A.WordPart[] = []
  let cursor = start
  for (const part of expansionsIn(parts).toSorted((a, b) => a.pos - b.pos)) {
    result.push(...arithmeticGap(cursor, part.pos, source))
    if (part.text.startsWith('`')) note(source, guard.hiddenInArithmetic('`'), part.pos)
    result.push(...convertPart(part, source, 'plain'))
    cursor = part.end
  }
  result.push(...arithmeticGap(cursor, end, source))
  const range = rangeOf(source, start, end)
  return { text: source.text.slice(start, end), word: { kind: 'word', parts: result, range }, range }
}

/** Text between expansions. The parser leaves a plain `$name` in it. */
function arithmeticGap(start: number, end: number, source: Source): A.WordPart[] {
  const gap = source.text.slice(start, end)
  note(source, guard.hiddenInArithmetic(gap), start)
  return gap
    .split(/(\$(?:[A-Za-z_]\w*|[0-9@*#?$!-]))/)
    .filter((piece) => piece !== '')
    .map((piece) =>
      piece.startsWith('$') && piece.length > 1
        ? {
            kind: 'parameter',
            quoted: false,
            source: piece,
            name: piece.slice(1),
            range: rangeOf(source, start, end),
          }
        : { kind: 'text', text: piece, quoted: false },
    )
}

function expansionsIn(parts: readonly U.WordPart[]): Expansion[] {
  return parts.flatMap((part): Expansion[] => {
    switch (part.type) {
      case 'SimpleExpansion':
      case 'ParameterExpansion':
      case 'CommandExpansion':
      case 'ArithmeticExpansion':
        return [part]
      case 'DoubleQuoted':
      case 'LocaleString':
      case 'Glob':
      case 'BraceExpansion':
      case 'ExtendedGlob':
        return expansionsIn(part.parts ?? [])
      case 'Literal':
      case 'SingleQuoted':
      case 'AnsiCQuoted':
      case 'ProcessSubstitution':
        // Quotes and `<(` in arithmetic are left to the gap, which refuses them.
        return []
      default:
        return part satisfies never
    }
  })
}

function arithmeticParts(expression: U.ArithmeticExpression): U.WordPart[] {
  switch (expression.type) {
    case 'ArithmeticBinary':
      return [...arithmeticParts(expression.left), ...arithmeticParts(expression.right)]
    case 'ArithmeticUnary':
      return arithmeticParts(expression.operand)
    case 'ArithmeticTernary':
      return [expression.test, expression.consequent, expression.alternate].flatMap(arithmeticParts)
    case 'ArithmeticGroup':
      return arithmeticParts(expression.expression)
    case 'ArithmeticWord':
      return [...(expression.parts ?? [])]
    case 'ArithmeticCommandExpansion':
      return [{ ...expression, script: expression.script, text: expression.text, type: 'CommandExpansion' }]
    default:
      return expression satisfies never
  }
}

function comparisons(expression: U.TestExpression, source: Source): A.Comparison[] {
  switch (expression.type) {
    case 'TestUnary':
      return [
        { operator: expression.operator, operands: [convertWord(expression.operand, source, 'pattern')] },
      ]
    case 'TestBinary':
      return [
        {
          operator: expression.operator,
          operands: [
            convertWord(expression.left, source, 'pattern'),
            convertWord(expression.right, source, 'pattern'),
          ],
        },
      ]
    case 'TestLogical':
      return expression.operands.flatMap((each) => comparisons(each, source))
    case 'TestNot':
      return comparisons(expression.operand, source)
    case 'TestGroup':
      return comparisons(expression.expression, source)
    default:
      return expression satisfies never
  }
}
