import type { Redirect } from './ast.ts'
import { emitBound } from './assignment-fact.ts'
import { alternatives } from './choice.ts'
import { dataOf, refuse, say, textsIn, type Frame, type Input, type Reading } from './context.ts'
import { noteFed } from './concurrent-io.ts'
import { isDownloaded } from './downloads.ts'
import { display, knownPrefix, literal, type Field } from '../model/field.ts'
import { assignUnknown, type State } from './state.ts'
import { type Outputs, valuesOf } from './substitutions.ts'
import {
  EMPTY,
  fieldValue,
  hole,
  isDownload,
  onlyHole,
  textValue,
  toPieces,
  type Hole,
  type Value,
} from './value.ts'
import { expandFields } from './words.ts'
import { writtenIn } from './written-files.ts'

export interface Redirected {
  /** The command's input. */
  readonly stdin: Input
  readonly writes: readonly Field[]
  /** Its output is redirected. */
  readonly diverted: boolean
  /** The file that gets its output. */
  readonly sink?: Sink | undefined
}

export interface Sink {
  readonly target: Field
  readonly append: boolean
}

/** Reports the reads and writes of redirects, and determines the command's input. Their words have been walked. */
export function walkRedirects(
  redirects: readonly Redirect[],
  where: {
    readonly state: State
    readonly frame: Frame
    readonly outputs: Outputs
    readonly command?: readonly Field[] | undefined
  },
): Redirected {
  const { state, frame } = where
  let stdin = frame.stdin.kind === 'none' ? standingInput(frame) : frame.stdin
  let diverted = false
  const writes: Field[] = []
  let sink: Sink | undefined
  for (const redirect of redirects) {
    const descriptor = redirect.variable === undefined ? (redirect.descriptor ?? 0) : undefined
    if (redirect.variable !== undefined) {
      emitBound(redirect.variable, undefined, redirect.range, where)
      assignUnknown(state, redirect.variable, 'digits')
    }
    if (redirect.kind === 'here') {
      const given = hereInput(redirect, where)
      if (descriptor === 0) stdin = given
      else keepOpened(descriptor, given, frame.reading)
      continue
    }
    const input = redirect.operator === '<' || redirect.operator === '<&' || redirect.operator === '<>'
    if (!input && (redirect.descriptor ?? 1) === 1) diverted = true
    for (const target of targetsOf(redirect, where)) {
      if (input) {
        const given =
          redirect.operator === '<&' ? openedInput(target, frame.reading) : fileInput(target, where)
        if (descriptor === 0) stdin = given
        else keepOpened(descriptor, given, frame.reading)
      }
      if (redirect.operator === '<' && !isNetwork(target)) {
        if (!isQuietInput(target)) say({ kind: 'read', target }, { frame, state, range: redirect.range })
      } else if (!input && isProcess(target)) noteFed(frame.reading)
      else if (writesFile(redirect.operator, target)) {
        writes.push(target)
        const append = redirect.operator === '>>' || redirect.operator === '&>>'
        if (!input && (redirect.descriptor ?? 1) === 1) sink = { target, append }
        say(
          { kind: 'write', target, append, command: where.command },
          { frame, state, range: redirect.range },
        )
      }
    }
  }
  return { stdin, writes, diverted, sink }
}

type FileRedirect = Extract<Redirect, { readonly kind: 'file' }>
type HereRedirect = Extract<Redirect, { readonly kind: 'here' }>
type Where = Parameters<typeof walkRedirects>[1]

function targetsOf(redirect: FileRedirect, { state, frame, outputs }: Where): readonly Field[] {
  const { home } = frame.reading.place
  const all = alternatives((choice) => expandFields(redirect.target, { state, outputs, choice, home }))
  if (all === undefined || all.includes(undefined)) {
    refuse(frame.reading, 'too many alternatives', redirect.range.start)
    const unknown = toPieces([hole('…', 'data')])
    return [{ pieces: unknown, quoted: false, many: true, range: redirect.target.range }]
  }
  return all.flatMap((fields) => fields ?? [])
}

function hereInput(redirect: HereRedirect, { state, frame, outputs }: Where): Input {
  const values = valuesOf(redirect.body, state, frame, outputs, redirect.newline ? 'word' : 'none') ?? [
    [hole('…', 'data')],
  ]
  return {
    kind: 'text',
    values: redirect.newline ? values.map((value) => [...value, ...textValue('\n')]) : values,
  }
}

/** `exec < file`: the input of all later commands. */
function standingInput({ reading: { opened }, stdin }: Frame): Input {
  return opened.findLast(({ descriptor }) => descriptor === 0)?.input ?? stdin
}

/** Keeps the input behind a descriptor for commands that read it later. Without a number any descriptor may be meant. */
function keepOpened(descriptor: number | undefined, input: Input, { opened, files }: Reading): void {
  opened.push({ input, descriptor })
  if (input.kind !== 'text' || descriptor === undefined) return
  for (const folder of ['/dev/fd', '/proc/self/fd'])
    files.set(`${folder}/${String(descriptor)}`, input.values)
}

/** The input of a descriptor that was opened before, as far as the text shows; a coprocess has some too. */
export function openedInput(descriptor: Field, { opened, fetched }: Reading): Input {
  const number = literal(descriptor)?.replace(/-$/, '')
  const found = opened
    .filter(
      (each) => number === undefined || each.descriptor === undefined || String(each.descriptor) === number,
    )
    .map(({ input }) => input)
  const [only, more] = found
  const listed = found.find((input) => dataOf(input).listing !== undefined)
  if (only !== undefined && (more === undefined || listed === undefined)) {
    const values = found.flatMap(textsIn)
    if (values.length > 0) return { kind: 'text', values: [...values, ...(fetched ? [[FETCHED]] : [])] }
  }
  const given = listed ?? only
  const data: Input = given?.kind === 'data' ? given : { kind: 'data', download: false }
  return { ...data, download: fetched || data.download }
}

const FETCHED = hole('…', 'data', { download: true })

function fileInput(target: Field, { state, frame }: Where): Input {
  if (literal(target) === '/dev/null') return { kind: 'text', values: [EMPTY] }
  const value = fieldValue(target)
  const { content, contents = [], listing }: Partial<Hole> = onlyHole(value) ?? {}
  const written = content === undefined ? writtenText(target, state, frame) : []
  if (written.length > 0) return { kind: 'text', values: [[hole(display(target), 'data')], ...written] }
  if (contents.length > 1 && !isDownload(value))
    return { kind: 'text', values: [[hole(display(target), 'data')], ...contents] }
  return content === undefined
    ? {
        kind: 'data',
        local: !isQuietInput(target),
        download: isDownload(value) || isDownloaded(target, state.cwds, frame.reading) || isNetwork(target),
        listing,
      }
    : { kind: 'text', values: [content] }
}

/** The text that was written into the file; it may contain more. */
function writtenText(target: Field, state: State, { reading }: Frame): readonly Value[] {
  const path = literal(target)
  return path === undefined ? [] : writtenIn(path, target.range.start, state, reading)
}

/** Targets that store nothing: `/dev/null`, the streams themselves, an open descriptor. */
const QUIET = /^\/dev\/(?:null|stdout|stderr|fd\/\d+)$/

function writesFile(operator: FileRedirect['operator'], target: Field): boolean {
  const text = literal(target)
  switch (operator) {
    case '<':
      return true
    case '<&':
      return false
    case '>&':
      return !isDescriptor(target) && (text === undefined || !QUIET.test(text))
    case '<>':
    case '>':
    case '>>':
    case '>|':
    case '&>':
    case '&>>':
      return text === undefined ? !isProcess(target) : !QUIET.test(text)
    default:
      return operator satisfies never
  }
}

/** `>&2`, `>&-`, `>&2-`, `>&$fd` where `fd` is certainly a number. */
function isDescriptor(target: Field): boolean {
  const value = fieldValue(target)
  const numeric = value.every((bit) =>
    bit.kind === 'hole' ? bit.origin === 'digits' : bit.kind === 'text' && /^\d*-?$/.test(bit.text),
  )
  return numeric && value.length > 0 && !target.many
}

/** The path of `>(…)`: its commands are reported separately. */
function isProcess(target: Field): boolean {
  const [only] = target.pieces
  return target.pieces.length === 1 && only?.kind === 'hole' && only.source.startsWith('>(')
}

const QUIET_INPUT = /^\/dev\/(?:null|stdin|tty|fd\/\d+|zero|urandom|random)$/

function isQuietInput(target: Field): boolean {
  const text = literal(target)
  if (text !== undefined) return QUIET_INPUT.test(text)
  return display(target).startsWith('<(')
}

/** Bash opens a connection for these paths; there is no such file. */
function isNetwork(target: Field): boolean {
  const start = knownPrefix(target)
  if (start.startsWith('/dev/tcp/') || start.startsWith('/dev/udp/')) return true
  const open = literal(target) === undefined && start.startsWith('/dev/')
  return open && ('/dev/tcp/'.startsWith(start) || '/dev/udp/'.startsWith(start))
}
