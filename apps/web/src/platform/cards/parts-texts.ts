import { partLines, signedPartsText } from '@countersign/protocol'
import type { ChangePart } from '@countersign/protocol'
import type { PartName } from '@countersign/protocol/client'
import { count } from '../../ui/times.ts'

/** Texts for choosing parts. Those for the answer are needed immediately and are in `parts-answer-texts.ts`. */
export const partsTexts = {
  legend: 'Parts of this change',
  hint: 'Only the parts you tick are applied, and the agent sees which. Nothing happens until you answer.',
  /** `Part 2, in parseAmount, l. 12, 1 line removed, 1 line added` */
  part: (number: number, part: ChangePart, name: PartName | null) =>
    [
      `Part ${number}`,
      ...(name === null ? [] : [`${partsTexts.where[name.where]} ${name.name}`]),
      partLines(part),
      ...(part.label !== undefined || part.removed === 0 ? [] : [`${count(part.removed, 'line')} removed`]),
      ...(part.label !== undefined || part.added === 0 ? [] : [`${count(part.added, 'line')} added`]),
    ].join(', '),
  where: { in: 'in', before: 'before' } satisfies Record<PartName['where'], string>,
  lines: partLines,
  /** Used if nothing around the part has a name. */
  unnamed: ({ line, removed, label }: ChangePart) => {
    if (label !== undefined) return label
    if (removed > 0) return removed === 1 ? `line ${line}` : `lines ${line}–${line + removed - 1}`
    return line === 1 ? 'at the top' : `after line ${line - 1}`
  },
  leftOut: 'left out',
  chosen: (signed: readonly string[], of: number) => signedPartsText({ signed, of }),
}
