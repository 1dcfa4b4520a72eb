import type { CaseNode, CoprocNode, IfNode, Node, PipelineNode, Script, Statement, TestNode } from './ast.ts'
import { emitBound } from './assignment-fact.ts'
import { walkSimple } from './commands.ts'
import {
  dataOf,
  fromNetwork,
  outcome,
  refuse,
  step,
  type Frame,
  type Input,
  type Outcome,
  type Reading,
} from './context.ts'
import { isLost } from './concurrent-io.ts'
import { baseName } from '../text/base-name.ts'
import { serves } from './programs/effects-by-words.ts'
import { downloadedSince, noteDownloads } from './downloads.ts'
import { readsSince } from './sent-files.ts'
import { defineFunction } from './functions.ts'
import { display, literal, type Field } from '../model/field.ts'
import { listingOf } from './listings.ts'
import { sayEndless, walkArithmeticFor, walkFor, walkLoop } from './loops.ts'
import { printedLines } from './passed-through.ts'
import { passedOn } from './passed-listings.ts'
import { MOST_TEXTS, textsOf } from './printed-texts.ts'
import { walkRedirects } from './redirects.ts'
import { assignUnknown, fork, join, type State } from './state.ts'
import { rootsPrintedSince } from './printed-roots.ts'
import {
  judgeArithmetic,
  judgeValue,
  valuesOf,
  walkArithmetic,
  walkRedirectWords,
  walkWords,
  type Outputs,
} from './substitutions.ts'
import {
  EMPTY,
  fieldValue,
  hole,
  isDownload,
  joinBits,
  knownText,
  unionValues,
  type Listing,
  type Value,
} from './value.ts'
import { wordSet } from '../word-set.ts'

/** Walks a script: every command that could run becomes a part, and the state tracks their changes. */
export function walkScript(script: Script, state: State, frame: Frame): Outcome {
  let current = outcome(state, [[]])
  for (const [index, statement] of script.statements.entries()) {
    const before = index === 0 ? state : join(current.ok, current.fail)
    const mark = frame.reading.parts.length
    const next = walkStatement(statement, before, frame)
    const output = concatenate(...printed(current, next, mark, frame))
    current = { ok: next.ok, fail: next.fail, output, listing: index === 0 ? next.listing : undefined }
  }
  return current
}

/** The output of two commands in sequence: if one is known and the other is not, it is text around a hole. */
function printed(
  { output: before }: Outcome,
  { output: after }: Outcome,
  mark: number,
  frame: Frame,
): readonly [Outcome['output'], Outcome['output']] {
  if ((before === undefined) === (after === undefined)) return [before, after]
  const known = before ?? after ?? []
  if (!tells(known)) return [undefined, undefined]
  const { reading } = frame
  const from = before === undefined ? 0 : mark
  const unknown = hole('…', 'data', {
    download: downloadedSince(reading, from) || fromNetwork(frame),
    local: readsSince(reading, from),
  })
  // The output ends with its line; it may be empty, which is tracked while there are few alternatives.
  const line: Value = [unknown, { kind: 'text', text: '\n' }]
  const open: readonly Value[] = known.length <= MOST_OPEN ? [line, EMPTY] : [line]
  return [before ?? open, after ?? open]
}

const MOST_OPEN = 4

/** It contains something to read. */
function tells(values: readonly Value[]): boolean {
  return values.some((value) => value.some((bit) => bit.kind === 'text' && /\S/.test(bit.text)))
}

function concatenate(a: Outcome['output'], b: Outcome['output']): Outcome['output'] {
  if (a === undefined || b === undefined || a.length * b.length > 64) return undefined
  return a.flatMap((start) => b.map((end) => joinBits([...start, ...end])))
}

function walkStatement(statement: Statement, state: State, frame: Frame): Outcome {
  if (!statement.background) return walkNode(statement.node, state, frame)
  frame.reading.concurrent = true
  walkNode(statement.node, fork(state), { ...frame, spawned: frame.calls.length, stdin: { kind: 'none' } })
  return outcome(state)
}

function walkNode(node: Node, state: State, frame: Frame): Outcome {
  const result = walkKind(node, state, frame)
  judgeIntegers(node, state, frame)
  return result
}

/** Bash evaluates what is assigned to an integer variable, so these values are judged as arithmetic. */
function judgeIntegers({ range }: Node, state: State, frame: Frame): void {
  if (state.evaluated.length === 0) return
  for (const value of state.evaluated.splice(0).flat()) {
    judgeValue(value, range, state, frame)
  }
}

function walkKind(node: Node, state: State, frame: Frame): Outcome {
  switch (node.kind) {
    case 'simple':
    case 'pipeline': {
      const mark = frame.reading.parts.length
      const result =
        node.kind === 'simple' ? walkSimple(node, state, frame) : walkPipeline(node, state, frame)
      noteDownloads(frame.reading, mark)
      return result
    }
    case 'and-or':
      return walkAndOr(node, state, frame)
    case 'if':
      return walkIf(node, state, frame)
    case 'loop':
      sayEndless(node, state, frame)
      return walkLoop(node, state, frame)
    case 'for':
    case 'select':
      return walkFor(node, state, frame)
    case 'arithmetic-for':
      sayEndless(node, state, frame)
      return walkArithmeticFor(node, state, frame)
    case 'case':
      return walkCase(node, state, frame)
    case 'group':
      return walkScript(node.body, state, frame)
    case 'subshell': {
      const { output } = walkScript(node.body, fork(state), frame)
      return outcome(state, output)
    }
    case 'test':
      return walkTest(node, state, frame)
    case 'arithmetic':
      walkArithmetic(node.expression, state, frame, new Map())
      return outcome(state, [[]])
    case 'function':
      defineFunction(node, state, frame)
      return outcome(state, [[]])
    case 'coproc':
      return walkCoproc(node, state, frame)
    case 'redirected': {
      const outputs: Outputs = new Map()
      walkRedirectWords(node.redirects, state, frame, outputs)
      const { stdin, diverted } = walkRedirects(node.redirects, { state, frame, outputs })
      const result = walkNode(node.node, state, { ...frame, stdin })
      return diverted ? { ok: result.ok, fail: result.fail } : result
    }
    default:
      return unknownNode(node, state, frame.reading)
  }
}

function unknownNode(node: never, state: State, reading: Reading): Outcome {
  void node
  refuse(reading, 'syntax that is not known', 0)
  return outcome(state)
}

function walkPipeline(node: PipelineNode, state: State, frame: Frame): Outcome {
  const [only] = node.stages
  if (node.stages.length === 1 && only !== undefined) {
    const result = walkNode(only, state, frame)
    return node.negated ? { ...result, ok: result.fail, fail: result.ok } : result
  }
  const { reading } = frame
  let { stdin } = frame
  let output: readonly Value[] | undefined
  let listing: Listing | undefined
  let downloaded = false
  for (const [index, stage] of node.stages.entries()) {
    const mark = reading.parts.length
    const outputUsed = frame.outputUsed || index < node.stages.length - 1
    const result = walkNode(stage, fork(state), { ...frame, stdin, outputUsed, spawned: frame.calls.length })
    if (!outputUsed) break
    output = result.output
    downloaded ||= downloadedSince(reading, mark)
    stdin = nextInput(result, stdin, { reading, downloaded, mark, depth: frame.carriers.length })
    listing = dataOf(stdin).listing
  }
  return { ...outcome(state, output), listing }
}

interface Stage {
  readonly reading: Reading
  /** This stage or an earlier one downloads something. */
  readonly downloaded: boolean
  readonly mark: number
  readonly depth: number
}

function nextInput({ output }: Outcome, before: Input, { reading, downloaded, mark, depth }: Stage): Input {
  if (output !== undefined) return { kind: 'text', values: output }
  const own = reading.parts
    .slice(mark)
    .flatMap((part) => (part.kind === 'command' && part.carriers.length === depth ? [part.argv] : []))
  const [argv = []] = own.length === 1 ? own : []
  const given = dataOf(before)
  const name = literal(argv[0])
  // A loop or a branch prints the output of any of its commands.
  const texts = [...new Set((own.length > 1 ? own : [argv]).flatMap((each) => textsOf(each, before)))]
  if (texts.length > MOST_TEXTS)
    refuse(reading, `more than ${MOST_TEXTS} texts on the way through a pipe`, argv[0]?.range.start ?? 0)
  const listed = name === undefined ? undefined : passedOn(name, argv, given.listing)
  return {
    kind: 'data',
    download: downloaded || given.download === true || printsFetched(argv, reading),
    local: readsSince(reading, mark) || given.local === true,
    served: isServed(argv) || given.served === true,
    environment: tellsVariables(argv) || given.environment === true,
    listing: listed ?? listingOf(argv) ?? rootsPrintedSince(reading, mark),
    ...printedLines(argv, before),
    texts,
  }
}

/** Downloaded words are passed on to the next command. */
function printsFetched(argv: readonly Field[], { fetched }: Reading): boolean {
  return fetched && argv.slice(1).some((word) => isDownload(fieldValue(word)) || isLost(word))
}

/** `env`, `printenv`, `export -p`, `set`: all variables. */
function tellsVariables(argv: readonly Field[]): boolean {
  const [program = '', ...words] = argv.map(display)
  if (program === 'set' || program === 'env' || program === 'printenv') return words.length === 0
  const declares = /^(?:export|declare|typeset|readonly)$/.test(program)
  return (declares && words.every((word) => /^-[px]+$/.test(word))) || isContainer(program, words)
}

/** The description of a container includes its environment. */
function isContainer(program: string, words: readonly string[]): boolean {
  if (!/^(?:docker|podman|kubectl)$/.test(program)) return false
  return words.includes('inspect') || words.some((word) => /^(?:env|printenv)$/.test(word))
}

function isServed(argv: readonly Field[]): boolean {
  return serves(baseName(display(argv[0])), argv).length > 0
}

function walkAndOr(node: Extract<Node, { kind: 'and-or' }>, state: State, frame: Frame): Outcome {
  let { ok, fail, output } = walkNode(node.first, state, frame)
  for (const { operator, node: right } of node.rest) {
    const next = walkNode(right, fork(operator === '&&' ? ok : fail), frame)
    const both = concatenate(output, next.output)
    // A failing command has printed all of its output.
    output = both === undefined || output === undefined ? undefined : unionValues(both, output)
    if (operator === '&&') {
      fail = join(fail, next.fail)
      ok = next.ok
    } else {
      ok = join(ok, next.ok)
      fail = next.fail
    }
  }
  return { ok, fail, output }
}

function walkIf(node: IfNode, state: State, frame: Frame): Outcome {
  let otherwise = state
  const ends: State[] = []
  for (const { condition, body } of node.branches) {
    const { ok, fail } = walkScript(condition, otherwise, frame)
    const end = walkScript(body, fork(ok), frame)
    ends.push(end.ok, end.fail)
    otherwise = fail
  }
  if (node.otherwise === undefined) ends.push(otherwise)
  else {
    const end = walkScript(node.otherwise, otherwise, frame)
    ends.push(end.ok, end.fail)
  }
  return outcome(ends.reduce(join))
}

function walkCase(node: CaseNode, state: State, frame: Frame): Outcome {
  const outputs: Outputs = new Map()
  walkWords([node.word], state, frame, outputs)
  const ends: State[] = [state]
  for (const { patterns, body } of node.items) {
    walkWords(patterns, state, frame, outputs)
    const end = walkScript(body, fork(state), frame)
    ends.push(end.ok, end.fail)
  }
  return outcome(ends.reduce(join))
}

const NUMERIC = wordSet('-eq -ne -lt -le -gt -ge')

function walkTest(node: TestNode, state: State, frame: Frame): Outcome {
  if (!step(frame.reading, node.range.start)) return outcome(state)
  const outputs: Outputs = new Map()
  for (const { operator, operands } of node.comparisons) {
    walkWords(operands, state, frame, outputs)
    for (const operand of operands) {
      const names = operator === '-v' || operator === '-R'
      if (NUMERIC.has(operator) || (names && !isPlainName(operand, state, frame, outputs))) {
        judgeArithmetic(operand, state, frame, outputs)
      }
    }
  }
  return outcome(state, [[]])
}

function isPlainName(
  word: Parameters<typeof valuesOf>[0],
  state: State,
  frame: Frame,
  outputs: Outputs,
): boolean {
  const values = valuesOf(word, state, frame, outputs)
  return values?.every((value) => knownText(value)?.includes('[') === false) === true
}

function walkCoproc(node: CoprocNode, state: State, frame: Frame): Outcome {
  frame.reading.concurrent = true
  walkNode(node.body, fork(state), { ...frame, spawned: frame.calls.length, stdin: { kind: 'none' } })
  const pid = `${node.name}_PID`
  for (const name of [node.name, pid]) emitBound(name, undefined, node.range, { state, frame })
  assignUnknown(state, node.name)
  assignUnknown(state, pid, 'digits')
  return outcome(state)
}
