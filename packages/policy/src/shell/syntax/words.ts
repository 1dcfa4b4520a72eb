import type * as U from 'unbash'
import type * as A from '../ast.ts'
import * as guard from '../guard.ts'
import { followsHereDocument } from '../here-order.ts'
import { convertArithmetic, convertBound, convertSubscript } from './arithmetic.ts'
import { emptyScript, nodeRange, note, type Context, type Source } from './source.ts'

export function convertWord(word: U.Word, source: Source, context: Context): A.Word {
  const range = nodeRange(source, word)
  if (word.parts !== undefined) {
    return { kind: 'word', parts: word.parts.flatMap((each) => convertPart(each, source, context)), range }
  }
  if (context === 'plain') {
    note(source, guard.openArithmetic(word.text), word.pos)
    note(source, guard.hiddenInText(word.text), word.pos)
  }
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

/** Unquoted text, split into special characters and escaped ones. */
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

export function convertPart(part: U.WordPart, source: Source, context: Context): A.WordPart[] {
  const quoted = context === 'double' || context === 'here'
  const range = nodeRange(source, part)
  switch (part.type) {
    case 'Literal':
      if (context === 'plain' || context === 'double') note(source, guard.openArithmetic(part.text), part.pos)
      note(
        source,
        context === 'plain' ? guard.hiddenInText(part.text) : guard.tornInQuotes(part.text),
        part.pos,
      )
      return convertText(part, context)
    case 'SingleQuoted':
      if (quoted) note(source, guard.QUOTES_IN_QUOTES, part.pos)
      return [{ kind: 'text', text: part.value, quoted: true }]
    case 'AnsiCQuoted':
      if (quoted) note(source, guard.ansiInQuotes(part.text), part.pos)
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
      if (quoted) note(source, guard.processInQuotes(part.text), part.pos)
      return [convertParameter(part, source, context)]
    case 'CommandExpansion':
      note(source, guard.inShellSubstitution(part.text), part.pos)
      if (context === 'here') note(source, guard.brokenInHere(part.text), part.pos)
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

/** Globs and braces become unquoted text with expansions in between; `words.ts` finds them again. */
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
    const converted = source.nested.script(script, source)
    if (followsHereDocument(converted))
      note(source, 'a command after a here-document in a substitution', part.pos)
    return converted
  }
  if (script.source === undefined) return source.nested.script(script, source)
  return source.nested.script(script, decodedSource(script.source, part, source))
}

/** Backticks remove backslashes before they parse, so positions index the resulting text. */
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
    nested: source.nested,
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
    prefix: part.prefix,
    index: part.index === undefined ? undefined : convertSubscript(part.index, source),
    operation,
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
      note(source, guard.commandInPattern(operation.pattern.text), operation.pos)
      return {
        kind: 'replace',
        operator: operation.operator,
        pattern: convertWord(operation.pattern, source, 'pattern'),
        by: convertWord(operation.replacement, source, context),
      }
    case 'Slice': {
      const offset = convertBound(operation.offset, source)
      if (operation.length === undefined) return { kind: 'slice', offset }
      return { kind: 'slice', offset, length: convertBound(operation.length, source) }
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
