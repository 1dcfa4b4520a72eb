import type { Frame, Outcome } from './context.ts'
import { resolvePath } from './directory.ts'
import { literal, type Field } from './field.ts'
import { noteCopy } from './linked-files.ts'
import type { Sink } from './redirects.ts'
import type { State } from './state.ts'
import { EMPTY, isTooBig, joinBits, unionValues } from './value.ts'

/** Remembers what a file gets whose content is there in the text: it may be run later on. */
export function keepWritten(
  sink: Sink | undefined,
  output: Outcome['output'],
  { cwds }: State,
  { reading }: Frame,
): void {
  const path = sink === undefined ? undefined : literal(sink.target)
  if (sink === undefined || path === undefined || output === undefined) return
  for (const cwd of cwds) {
    const file = resolvePath(path, cwd)
    if (file === undefined) continue
    const before = reading.files.get(file) ?? [EMPTY]
    const appended = before.flatMap((start) => output.map((end) => joinBits([...start, ...end])))
    const next = [...before, ...output, ...(sink.append ? appended : [])].filter((value) => value.length > 0)
    if (next.length <= MAX_CONTENTS && !isTooBig(next)) reading.files.set(file, unionValues([], next))
  }
}

const MAX_CONTENTS = 16

/** `cat /usr/bin/git > g`: a copy by another way. */
export function keepCopied(
  sink: Sink | undefined,
  argv: readonly Field[],
  { cwds }: State,
  { reading }: Frame,
): void {
  const [program, source, more] = argv
  const target = sink === undefined ? undefined : literal(sink.target)
  if (program === undefined || source === undefined || more !== undefined || literal(program) !== 'cat')
    return
  const from = literal(source)
  for (const cwd of cwds) {
    const path = resolvePath(target, cwd)
    if (path !== undefined && from !== undefined) noteCopy(path, [from], cwd, reading.names)
  }
}
