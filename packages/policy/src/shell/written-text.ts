import { textsIn, type Frame, type Input, type Outcome, type Reading } from './context.ts'
import { baseName } from '../text/base-name.ts'
import { resolvePath } from './directory.ts'
import { display, literal, textField, type Field } from '../model/field.ts'
import { noteCopy } from './linked-files.ts'
import type { Sink } from './redirects.ts'
import { fileKeys } from './written-files.ts'
import type { State } from './state.ts'
import { EMPTY, fieldValue, isTooBig, joinBits, onlyHole, unionValues, type Value } from './value.ts'

/** Remembers the content that the text writes into a file: it may be run later. */
export function keepWritten(
  sink: Sink | undefined,
  output: Outcome['output'],
  { cwds }: State,
  { reading }: Frame,
): void {
  const coprocess = sink !== undefined && reading.concurrent && /^\$\{\w+\[1\]\}$/.test(display(sink.target))
  if (coprocess) reading.pipes.add(COPROCESS)
  if (sink === undefined) return
  for (const file of coprocess ? [COPROCESS] : fileKeys(sink.target, { cwds })) {
    if (output === undefined) reading.made.add(file)
    else addTo(file, output, sink.append, reading)
  }
}

/** Remembers output that a shell in `>(…)` may read. */
export function keepPrinted(output: Outcome['output'], reading: Reading): void {
  if (!reading.fed || output === undefined) return
  reading.pipes.add(COPROCESS)
  addTo(COPROCESS, output, true, reading)
}

function addTo(file: string, output: readonly Value[], append: boolean, reading: Reading): void {
  const before = reading.files.get(file) ?? [EMPTY]
  const appended = before.flatMap((start) => output.map((end) => joinBits([...start, ...end])))
  const next = [...before, ...output, ...(append ? appended : [])].filter((value) => value.length > 0)
  const fits = next.length <= MAX_CONTENTS && !isTooBig(next)
  if (fits) reading.files.set(file, unionValues([], next))
  else reading.lost.add(file)
}

const MAX_CONTENTS = 16
/** Output for a coprocess, `>&"${COPROC[1]}"`, goes into a pipe without a name. */
const COPROCESS = '/dev/fd/coprocess'

/** `dd of=x <<< …`, `sponge x`, `cp /dev/stdin x`, `install <(…) x`: files that get visible content. */
export function keepFilled(argv: readonly Field[], stdin: Input, state: State, frame: Frame): void {
  const [program, ...words] = argv
  const base = baseName(display(program))
  if (!/^(?:dd|sponge|cp|install|tee)$/.test(base)) return
  const reads = /^(?:dd|sponge|tee)$/.test(base) || words.some((word) => STDIN.test(display(word)))
  const shown = words.flatMap((word) => {
    const content = onlyHole(fieldValue(word))?.content
    return content === undefined ? [] : [content]
  })
  const values = [...(reads ? textsIn(stdin) : []), ...shown]
  const unseen = reads && stdin.kind === 'data'
  if (values.length === 0 && !unseen) return
  const [last] = words.slice(-1)
  const targets =
    base === 'dd' ? words.flatMap(outputOf) : base === 'tee' || last === undefined ? words : [last]
  for (const target of targets)
    keepWritten({ target, append: false }, values.length === 0 ? undefined : values, state, frame)
}

const STDIN = /^(?:\/dev\/(?:stdin|fd\/0)|\/proc\/self\/fd\/0)$/

/** `of=x` of dd. */
function outputOf(word: Field): readonly Field[] {
  const path = /^of=(.+)$/s.exec(literal(word) ?? '')?.[1]
  return path === undefined ? [] : [textField(path, word.range)]
}

/** `cat /usr/bin/git > g`: another way of copying. */
export function keepCopied(
  sink: Sink | undefined,
  argv: readonly Field[],
  { cwds }: State,
  { reading }: Frame,
): boolean {
  const [program, source, more] = argv
  const target = sink === undefined ? undefined : literal(sink.target)
  if (source === undefined || more !== undefined || literal(program) !== 'cat') return false
  const from = literal(source)
  for (const cwd of cwds) {
    const path = resolvePath(target, cwd)
    if (path !== undefined && from !== undefined) noteCopy(path, [from], cwd, reading.names)
  }
  return from !== undefined
}
