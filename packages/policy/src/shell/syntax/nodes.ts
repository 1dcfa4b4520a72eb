import type * as U from 'unbash'
import type * as A from '../ast.ts'
import * as guard from '../guard.ts'
import { subscriptOf, convertArithmetic, convertSubscript } from './arithmetic.ts'
import { emptyScript, nodeRange, note, rangeOf, type Source } from './source.ts'
import { convertPart, convertWord } from './words.ts'

export function convertScript(script: U.ParsedScript, source: Source): A.Script {
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
    initialize,
    test,
    update,
    body: convertList(node.body, source),
    range: nodeRange(source, node),
  }
}

/** Outside of the three expressions the header contains only blanks, `;` and parentheses. */
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
    index: index === undefined ? undefined : convertSubscript(index, source),
    value: value.type === 'ArrayValue' ? convertArray(value, source) : convertWord(value, source, 'plain'),
    range: nodeRange(source, assignment),
  }
}

function convertArray(value: U.ArrayValue, source: Source): A.ArrayValue {
  return { kind: 'array', elements: value.elements.map((each) => convertElement(each, source)) }
}

/** `a=([…]=x)`: the content of the brackets is arithmetic. */
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
  return { word, index: subscriptOf(before, element.pos + 1, end, source) }
}

function convertRedirect(redirect: U.Redirection, source: Source): A.Redirect[] {
  const range = nodeRange(source, redirect)
  const { descriptor } = redirect
  if (descriptor === undefined) note(source, guard.tornRedirect(source.text, redirect.pos), redirect.pos)
  const fd = descriptor?.type === 'FileDescriptor' ? descriptor.value : undefined
  const variable = descriptor?.type === 'FileDescriptorVariable' ? { variable: descriptor.name } : {}
  const here = { kind: 'here', descriptor: fd ?? 0, ...variable, range } as const
  if (redirect.type === 'HereDoc')
    return [{ ...here, body: convertHereBody(redirect, source), newline: false }]
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
  if (redirect.type === 'HereString') return [{ ...here, body: target, newline: true }]
  return [
    {
      kind: 'file',
      operator: redirect.operator,
      descriptor: fd,
      ...variable,
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
    note(source, guard.tornInQuotes(body.text), here.pos)
    const text = body.text.replace(/\\([\\$`\n])/g, (_, char: string) => (char === '\n' ? '' : char))
    return { kind: 'word', parts: [{ kind: 'text', text, quoted: true }], range }
  }
  return { kind: 'word', parts: body.parts.flatMap((each) => convertPart(each, source, 'here')), range }
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
