import type { CallBody, ChangePart } from '@countersign/protocol'
import { useState } from 'react'

/** The parts of a change that a person selected. The selection stays in this page until an answer is sent. */
export interface PartsChoice {
  /** The change. */
  readonly body: CallBody
  readonly parts: readonly ChangePart[]
  /** Ids of the ticked parts, in the order of the change. */
  readonly signed: readonly string[]
  readonly toggle: (id: string) => void
}

/** A call with its whole body; its parts are unknown otherwise. */
export interface ChangeInParts {
  readonly body: CallBody
  readonly parts?: readonly ChangePart[] | undefined
}

const NO_PARTS: readonly ChangePart[] = []

/** Initially all parts are ticked, or those that an earlier answer named. */
export function usePartsChoice(
  { body, parts = NO_PARTS }: ChangeInParts,
  given?: readonly string[],
): PartsChoice {
  const [declined, setDeclined] = useState<ReadonlySet<string>>(
    () => new Set(given === undefined ? [] : parts.flatMap(({ id }) => (given.includes(id) ? [] : [id]))),
  )
  return {
    body,
    parts,
    signed: parts.flatMap(({ id }) => (declined.has(id) ? [] : [id])),
    toggle: (id) =>
      setDeclined((before) => {
        const now = new Set(before)
        if (!now.delete(id)) now.add(id)
        return now
      }),
  }
}

/** The `parts` field of an answer: empty if all are ticked, because that is a plain yes. */
export function namedParts(choice: PartsChoice): { readonly parts?: string[] } {
  return wantsAll(choice) ? {} : { parts: [...choice.signed] }
}

/** Every part is ticked, or the change has no parts. */
export function wantsAll({ parts, signed }: PartsChoice): boolean {
  return signed.length === parts.length
}

/** Numbers of the unticked parts, starting at 1. */
export function leftOut({ parts, signed }: PartsChoice): readonly number[] {
  return parts.flatMap(({ id }, index) => (signed.includes(id) ? [] : [index + 1]))
}

/** No yes is possible, because no part is ticked. */
export function wantsNothing({ parts, signed }: PartsChoice): boolean {
  return parts.length > 0 && signed.length === 0
}
