import { deeper, fromNetwork, refuse, type CommandCall, type Outcome, type Run } from './context.ts'
import { downloadedSince } from './downloads.ts'
import { setBy } from './inner-environment.ts'
import { readAliases, readFiles } from './inner-files.ts'
import { runInput } from './inner-input.ts'
import { literal, type Field } from '../model/field.ts'
import { loseState, readThrough, sayOpaque } from './inner-script.ts'
import { vectorsOf } from './inner-vectors.ts'
import type { Inner, ProgramFacts } from '../model/part.ts'
import { readScript } from './reader.ts'
import { carrierOf, isEval, nameOf } from './runner-names.ts'
import { fork } from './state.ts'
import { fieldValue, isDownload } from './value.ts'
import { wordSet } from '../word-set.ts'

/**
 * Follows a command into the commands that it starts. The outcome is defined if they run in the current shell (`command`, `builtin`,
 * `eval`).
 */
export function runInner(facts: ProgramFacts, call: CommandCall, run: Run): Outcome | undefined {
  const mark = call.frame.reading.parts.length
  let result: Outcome | undefined
  for (const inner of facts.inner) {
    result = runOne(inner, facts, call, run) ?? result
    const line = oneWord(inner)
    if (line !== undefined) runOne({ kind: 'script', text: line, remote: true }, facts, call, run)
  }
  readFiles(facts, call)
  readAliases(call)
  const isReported = call.frame.reading.parts.slice(mark).some((part) => part.kind === 'opaque')
  if (facts.opaque && !isReported)
    sayOpaque(
      call,
      call.argv.some((field) => isDownload(fieldValue(field))) ||
        fromNetwork(call) ||
        downloadedSince(call.frame.reading, mark),
    )
  if (facts.opaque && isEval(call)) loseState(call)
  return result
}

/** `watchexec 'rm x'`: a whole line as one word, which some wrappers pass to a shell. */
function oneWord(inner: Inner): Field | undefined {
  const [only, more] = inner.kind === 'argv' ? inner.argv : []
  if (only === undefined || more !== undefined) return undefined
  const text = literal(only) ?? ''
  return /^[\w./~-]+\s+\S/.test(text) && readScript(text).problem === undefined ? only : undefined
}

function runOne(inner: Inner, facts: ProgramFacts, call: CommandCall, run: Run): Outcome | undefined {
  switch (inner.kind) {
    case 'argv':
      return runVector(inner, facts, call, run)
    case 'script':
      return runText(inner, facts, call)
    case 'stdin-script':
      return runInput(facts, call, inner)
    case 'beyond':
      refuse(call.frame.reading, 'code puts together more than is followed', inner.range.start)
      return undefined
    default:
      return inner satisfies never
  }
}

/** Wrappers that start the command in the current shell and bypass functions. */
const IN_SHELL = wordSet('command builtin')

function runVector(
  inner: Extract<Inner, { kind: 'argv' }>,
  facts: ProgramFacts,
  call: CommandCall,
  run: Run,
): Outcome | undefined {
  const name = nameOf(call)
  const inShell = IN_SHELL.has(name) && !call.frame.child
  const { transparent, privilege } = facts
  const kind = inner.remote === true ? 'remote' : 'wrapper'
  const carrier = carrierOf(call, kind, { from: inner.from, transparent, privilege })
  const frame = deeper(call.frame, carrier, { child: !inShell })
  if (frame === undefined) return undefined
  const set = setBy(inner, call)
  let result: Outcome | undefined
  for (const argv of vectorsOf(inner, call)) {
    result = run({
      ...call,
      ...set,
      bypass: inShell,
      argv,
      frame,
      state: inShell ? call.state : fork(call.state),
      dropped: 0,
    })
  }
  return inShell ? result : undefined
}

function runText(
  inner: Extract<Inner, { kind: 'script' }>,
  facts: ProgramFacts,
  call: CommandCall,
): Outcome | undefined {
  const value = fieldValue(inner.text)
  const { transparent, privilege } = facts
  const carrier = carrierOf(call, inner.remote === true ? 'remote' : 'inline', { transparent, privilege })
  if (inner.dialect === 'powershell') {
    sayOpaque(call, isDownload(value))
    return undefined
  }
  const given = inner.args === undefined ? {} : { given: inner.args }
  return readThrough(value, inner.text.range, carrier, { ...call, ...setBy(inner, call), ...given })
}
