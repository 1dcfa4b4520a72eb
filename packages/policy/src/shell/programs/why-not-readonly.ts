import { display, literal, type Field } from '../../model/field.ts'
import type { NotReadonly } from '../../model/part.ts'
import type { Level } from './levels.ts'
import { isHarmful, type OptionTable } from './option-table.ts'
import type { Sorted } from './options.ts'

/** Why the words are not certainly without effect; undefined: they are. */
export function whyNotReadonly(at: Level, program: string): NotReadonly | undefined {
  const { command, lost } = at
  if (lost !== undefined) return unknownWord(program, lost.word)
  for (const { sorted, table } of at.before) {
    const reason = optionReason(sorted, table, program)
    if (reason !== undefined) return reason
  }
  if (command.readonly === undefined || command.readonly === false)
    return { because: 'not-readonly', program }
  return optionReason(at.sorted, at.table, program) ?? operandReason(at, program)
}

function unknownWord(program: string, word: Field | undefined): NotReadonly {
  if (word === undefined) return { because: 'not-readonly', program }
  return literal(word) === undefined
    ? { because: 'unknown-word', program, range: word.range }
    : { because: 'not-readonly', program, argument: display(word) }
}

function optionReason(sorted: Sorted, table: OptionTable, program: string): NotReadonly | undefined {
  const bad = sorted.options.find((option) => {
    if (option.effect === 'unknown') return !table.anyOption
    return isHarmful(option.effect) || !(option.exact || table.anyOption)
  })
  if (bad !== undefined) return { because: 'not-readonly', program, argument: bad.written }
  const [doubt] = sorted.doubts
  if (doubt === undefined || !table.harmful) return undefined
  return { because: 'unknown-word', program, range: doubt.field.range }
}

function operandReason({ command, sorted }: Level, program: string): NotReadonly | undefined {
  const max = command.operands?.max
  if (max === undefined) return undefined
  const extra = sorted.operands[max]
  if (extra !== undefined) return { because: 'not-readonly', program, argument: display(extra) }
  const several =
    sorted.operands.find((field) => field.many) ?? sorted.doubts.find((doubt) => doubt.many)?.field
  return several === undefined ? undefined : { because: 'unknown-word', program, range: several.range }
}
