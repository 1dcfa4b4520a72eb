import type { CallId } from '@countersign/protocol'
import { useRef, useState } from 'react'
import { useClock } from '../../data/context.ts'
import type { OpenQuestion } from '../../data/selectors.ts'
import { useArming } from '../cards/use-arming.ts'

export type BatchDecision = 'allow_once' | 'deny'
/** After an answer by key the focus moves to the next card; after one by pointer it stays where it is (K7). */
export type OnBatch = (
  decision: BatchDecision,
  questions: readonly OpenQuestion[],
  by: 'key' | 'pointer',
) => void

/** Tracks which calls of a group a person has seen and ticked, and sends the one answer for all of them. */
export interface Batch {
  /** Refs for the group element and for the row of answers, which must not have moved before a press (K4). */
  readonly setGroup: (element: HTMLElement | null) => void
  readonly setBar: (element: HTMLElement | null) => void
  readonly steady: boolean
  /** The ticked calls. */
  readonly chosen: readonly OpenQuestion[]
  /** How many ticked calls have not been on screen in full yet. Nothing can be allowed until this is 0. */
  readonly unseen: number
  readonly isSeen: (id: CallId) => boolean
  readonly see: (id: CallId) => void
  readonly isTicked: (id: CallId) => boolean
  readonly tick: (id: CallId) => void
  /** The last press was ignored because the answers had just moved. */
  readonly moved: boolean
  readonly pressing: (decision: BatchDecision) => {
    readonly onPointerDown: () => void
    readonly onClick: (event: { readonly detail: number }) => void
  }
}

export function useBatch(questions: readonly OpenQuestion[], onAnswer: OnBatch): Batch {
  const [unticked, setUnticked] = useState<ReadonlySet<CallId>>(new Set())
  const [seen, setSeen] = useState<ReadonlySet<CallId>>(new Set())
  const [group, setGroup] = useState<HTMLElement | null>(null)
  const [bar, setBar] = useState<HTMLElement | null>(null)
  const [moved, setMoved] = useState(false)
  const arming = useArming(group, bar, useClock())
  const steady = useRef(false)
  const chosen = questions.filter(({ call }) => !unticked.has(call.id))
  return {
    setGroup,
    setBar,
    steady: arming.steady,
    chosen,
    unseen: chosen.filter(({ call }) => !seen.has(call.id)).length,
    isSeen: (id) => seen.has(id),
    see: (id) => setSeen((before) => new Set([...before, id])),
    isTicked: (id) => !unticked.has(id),
    tick: (id) => setUnticked(toggled(unticked, id)),
    moved,
    pressing: (decision) => ({
      onPointerDown: () => {
        steady.current = arming.takesPress()
      },
      onClick: ({ detail }) => {
        // Keyboards and screen readers click without a pointer, which shows as detail 0.
        const byKey = detail === 0
        const counts = byKey ? arming.inTheLight() : steady.current
        setMoved(!counts && !byKey)
        steady.current = false
        if (counts) onAnswer(decision, chosen, byKey ? 'key' : 'pointer')
      },
    }),
  }
}

/** Toggles an item in a copy of the set. */
export function toggled(set: ReadonlySet<CallId>, id: CallId): ReadonlySet<CallId> {
  const next = new Set(set)
  if (!next.delete(id)) next.add(id)
  return next
}
