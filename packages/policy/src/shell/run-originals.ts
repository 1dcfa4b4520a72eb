import { deeper, type CommandCall, type Run } from './context.ts'
import { display, knownPrefix, literal, type Field } from '../model/field.ts'
import { originals } from './linked-files.ts'
import type { ProgramFacts, ShellPart } from '../model/part.ts'
import { carrierOf } from './runner-names.ts'
import { fork } from './state.ts'

/** A program that the text itself copied, linked or moved is still the original program. */
export function runOriginals(name: string, call: CommandCall, run: Run): void {
  const { argv, state, frame } = call
  const [first, ...rest] = argv
  const { reading } = frame
  if (first === undefined) return
  const programs = originals(name, first.range, state.cwds, reading.names).map((program) => [
    program,
    ...rest,
  ])
  for (const vector of [...programs, ...originalScripts(call)]) {
    const inner = deeper(frame, carrierOf(call, 'wrapper', { name }), { child: true })
    if (inner !== undefined) run({ ...call, argv: vector, state: fork(state), frame: inner })
  }
}

/** `cat x.mjs | node -`, `node < x.mjs`: a script on standard input that another command or a redirect names. */
export function runPiped(call: CommandCall, { input }: ProgramFacts, run: Run): void {
  const { argv, state, frame } = call
  if (input !== 'script' || call.stdin.kind === 'text') return
  const [program, ...words] = argv
  const script = frame.reading.parts.flatMap(namedScript).at(-1)
  if (program === undefined || script === undefined) return
  const rest = words.filter((word) => literal(word) !== '-')
  const inner = deeper(frame, carrierOf(call, 'remote', { name: display(program) }), { child: true })
  if (inner !== undefined)
    run({ ...call, argv: [program, script, ...rest], state: fork(state), frame: inner })
}

function namedScript(part: ShellPart): readonly Field[] {
  const read =
    part.kind === 'read'
      ? [part.target]
      : part.kind === 'command'
        ? part.facts.touches.flatMap(({ act, path }) => (act === 'read' ? [path] : []))
        : []
  return read.filter((path) => /\.[cm]?[jt]s$|(?:^|\/)countersign$/.test(literal(path) ?? ''))
}

/** `cp x.mjs y.mjs; node y.mjs`: the script is still the original. */
function originalScripts({ argv, state, frame }: CommandCall): readonly (readonly Field[])[] {
  const at = argv.findIndex((word, index) => index > 0 && !knownPrefix(word).startsWith('-'))
  const script = argv[at]
  const path = literal(script)
  if (script === undefined || path === undefined || !/\.[cm]?[jt]s$/.test(path)) return []
  const full = path.includes('/') ? path : `./${path}`
  return originals(full, script.range, state.cwds, frame.reading.names).map((original) =>
    argv.with(at, original),
  )
}
