import type { CallBody, ChangePart } from '@countersign/protocol'
import { useState } from 'react'

/** Which parts of a change a person wants. It is known here alone until an answer is sent. */
export interface PartsChoice {
  /** The change. */
  readonly body: CallBody
  readonly parts: readonly ChangePart[]
  /** Ids of the ticked parts, in the order of the change. */
  readonly signed: readonly string[]
  readonly toggle: (id: string) => void
}

/** A call with all of its body: only then are its parts known. */
export interface ChangeInParts {
  readonly body: CallBody
  readonly parts?: readonly ChangePart[] | undefined
}

const NO_PARTS: readonly ChangePart[] = []

/** At first all parts are ticked, or where an answer was given already, those that it named. */
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

/** What an answer says of the parts: nothing where all are ticked, for that is a plain yes. */
export function namedParts(choice: PartsChoice): { readonly parts?: string[] } {
  return wantsAll(choice) ? {} : { parts: [...choice.signed] }
}

/** Every part is ticked, or there are none to tick. */
export function wantsAll({ parts, signed }: PartsChoice): boolean {
  return signed.length === parts.length
}

/** Numbers of the parts that are not ticked, counted from 1. */
export function leftOut({ parts, signed }: PartsChoice): readonly number[] {
  return parts.flatMap(({ id }, index) => (signed.includes(id) ? [] : [index + 1]))
}

/** No yes can be given: no part of it is wanted. */
export function wantsNothing({ parts, signed }: PartsChoice): boolean {
  return parts.length > 0 && signed.length === 0
}
