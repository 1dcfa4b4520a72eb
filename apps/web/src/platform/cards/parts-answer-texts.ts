import type { Answer } from '../../data/view.ts'
import { count } from '../../ui/times.ts'
import { texts } from './texts.ts'
import type { PartsChoice } from './use-parts-choice.ts'
import { wantsAll } from './use-parts-choice.ts'

/** Texts for an answer that covers only some parts of a change. */
export const partsAnswerTexts = {
  none: 'No part is ticked: deny it instead.',
  wholeOnly: 'A rule covers the whole change: tick all parts first.',
  allow: (signed: number, of: number) => `Allow ${signed} of ${of}`,
  /** For use inside a sentence about a given answer. */
  allowing: (signed: number, of: number) =>
    of === 0 ? `allow ${count(signed, 'part')}` : `allow ${signed} of ${of} parts`,
  /** `Parts 2 and 3 are left out. The agent will see that.` */
  without: (numbers: readonly number[]) =>
    numbers.length === 1
      ? `Part ${numbers[0]} is left out. The agent will see that.`
      : `Parts ${numbers.slice(0, -1).join(', ')} and ${numbers.at(-1)} are left out. The agent will see that.`,
}

/** The label of the button that allows once. */
export function allowText(choice: PartsChoice): string {
  return wantsAll(choice)
    ? texts.allowOnce
    : partsAnswerTexts.allow(choice.signed.length, choice.parts.length)
}

/** A given answer in words: `allow once`, `allow 2 of 3 parts`. */
export function answerText({ decision, parts }: Answer, of = 0): string {
  return parts === undefined ? texts.decisions[decision] : partsAnswerTexts.allowing(parts.length, of)
}
