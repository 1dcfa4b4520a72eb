import { deeper, refuse, type CommandCall, type Frame, type Reading } from './context.ts'
import { resolvePath } from './directory.ts'
import { literal, type Field } from '../model/field.ts'
import type { Carrier, CommandPart, ShellPart } from '../model/part.ts'
import { possibleTexts } from './programs/hidden-starts.ts'
import { readScript } from './reader.ts'
import { fieldValue, knownText, type Value } from './value.ts'

/**
 * Jobs, coprocesses and descriptors carry output past the order of the text, so a download may reach any command that takes code. In a
 * text that downloads something, all hidden code therefore counts as downloaded.
 */
export function reportConcurrentDownloads(reading: Reading): void {
  if (!reading.fetched || !reading.concurrent) return
  const { parts } = reading
  const taken = parts.flatMap((part) => (part.kind === 'command' && takesCode(part) ? [codeOf(part)] : []))
  for (const [index, part] of parts.entries()) {
    if (part.kind === 'opaque') parts[index] = { ...part, source: 'download' }
  }
  parts.push(...taken)
}

/** Text printed into a named pipe is code if any command takes code. The reader walks it at the end, once all takers are known. */
export function deferPiped(reading: Reading, frame: Frame): void {
  if (reading.pipes.size === 0 || !reading.parts.some(isTaker)) return
  const range = { start: 0, end: reading.text.length }
  const carrier: Carrier = { kind: 'pipe', name: 'sh', transparent: false, range }
  for (const path of reading.pipes) {
    if (reading.lost.has(path)) refuse(reading, 'more is printed for a shell than is followed', 0)
    const texts = (reading.files.get(path) ?? []).flatMap((value) => knownText(value) ?? [])
    for (const text of new Set(texts.flatMap((text) => [text, ...possibleTexts(text)]))) {
      const inner = deeper(frame, carrier, { child: true })
      const { script } = readScript(text, () => 0)
      if (inner !== undefined) reading.deferred.push({ script, frame: inner })
    }
  }
  if (!reading.parts.some(({ kind }) => kind === 'opaque'))
    reading.parts.push({ kind: 'opaque', source: 'unknown', range, carriers: [carrier], cwds: [] })
}

/** `exec 3> >(sh)`, `{ …; } > >(sh)`: another command than the one that opens the descriptor may print into it. */
export function noteFed(reading: Reading): void {
  reading.fed ||= reading.parts.some(
    (part) => isTaker(part) && part.carriers.some(({ name }) => name === '>(…)'),
  )
}

function isTaker(part: ShellPart): boolean {
  return part.kind === 'opaque' || (part.kind === 'command' && takesCode(part))
}

function takesCode({ argv, facts }: CommandPart): boolean {
  return facts.input === 'script' || isLost(argv[0])
}

function codeOf({ range, carriers, cwds }: CommandPart): ShellPart {
  return { kind: 'opaque', source: 'download', range, carriers, cwds }
}

/** The word is a variable that the text only reads something into, so nothing says where its value came from. */
export function isLost(field: Field | undefined): boolean {
  return field !== undefined && literal(field) === undefined && isLostValue(fieldValue(field))
}

/** The reader traces the output of a substitution to its source, but not every value of a variable. */
export function isLostValue(value: Value): boolean {
  return value.some(
    (bit) => bit.kind === 'hole' && bit.origin === 'data' && /^\$[\w{@*]/.test(bit.source) && !bit.local,
  )
}

/** `exec 3< file`: a descriptor for all that follows; `mkfifo p`: a pipe that any command may read. */
export function noteSharedIo({ argv, state, frame, stdin }: CommandCall, redirected: boolean): void {
  const program = literal(argv[0])
  const { reading } = frame
  if (program === 'exec' && argv.length === 1 && redirected) {
    reading.concurrent = true
    if (stdin !== frame.stdin) reading.opened.push({ descriptor: 0, input: stdin })
  }
  if (program !== 'mkfifo' && program !== 'mknod') return
  reading.concurrent = true
  for (const word of argv.slice(1).flatMap((field) => literal(field) ?? [])) {
    for (const cwd of state.cwds) reading.pipes.add(resolvePath(word, cwd) ?? word)
  }
}

/** The word names a pipe that the text has made, or a descriptor that was opened before. */
export function isSharedInput(field: Field, { state, frame }: CommandCall): boolean {
  const text = literal(field)
  if (text === undefined) return false
  if (/^\/(?:dev|proc\/(?:self|\$\$|\d+))\/fd\/[1-9]\d*$/.test(text)) return true
  const { pipes } = frame.reading
  return pipes.size > 0 && state.cwds.some((cwd) => pipes.has(resolvePath(text, cwd) ?? text))
}
