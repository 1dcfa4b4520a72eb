import type { CallId } from '@countersign/protocol'
import { useEffect, useState } from 'react'
import { cardView } from '../approvals/card-view.ts'
import { useCardActions } from '../approvals/use-card-actions.ts'
import { useView } from '../data/context.ts'
import type { OpenQuestion } from '../data/selectors.ts'
import { useWantedCall } from '../threads/use-wanted-call.ts'
import { NothingWaits } from '../waiting/NothingWaits.tsx'
import { useWorkspaces } from '../waiting/use-workspaces.ts'
import { BottomBar } from './BottomBar.tsx'
import { OpenCard } from './OpenCard.tsx'
import { PhoneRow } from './PhoneRow.tsx'

/** After an answer the bar is empty for this long, so that a second tap meets nothing. */
const EMPTY_BAR_MS = 700

/** One card is open at a time, and the answers at the foot belong to it and to nothing else. */
export function PhoneWaiting({ questions }: { questions: readonly OpenQuestion[] }) {
  const answers = useView((view) => view.answers)
  const workspaces = useWorkspaces()
  const actions = useCardActions(questions.map(({ call }) => call.id))
  const [open, setOpen] = useOpenCard(questions)
  useTick(questions, open)
  const question = questions.find(({ call }) => call.id === open)
  const others = questions.filter(({ call }) => call.id !== open)
  if (questions.length === 0) {
    return (
      <div className="flex h-full flex-col">
        <div className="min-h-0 flex-1">
          <NothingWaits />
        </div>
        <BottomBar path="/waiting" />
      </div>
    )
  }
  return (
    <OpenCard
      key={open ?? 'none'}
      view={
        question === undefined
          ? null
          : cardView(question.call, question.approval, {
              given: answers.get(question.call.id),
              position: null,
              workspace: workspaces.get(question.approval.thread_id) ?? null,
              chat: question.approval.thread_title,
            })
      }
      actions={question === undefined ? null : actions(question.call.id)}
    >
      {others.map((other) => (
        <PhoneRow key={other.call.id} question={other} onOpen={() => setOpen(other.call.id)} />
      ))}
    </OpenCard>
  )
}

/** Milliseconds of the tick. */
const TICK_MS = 12

/** A tick in the hand when the server has settled what was answered here, where the device has one. */
function useTick(questions: readonly OpenQuestion[], open: CallId | null): void {
  const answered = useView((view) => open !== null && view.answeredHere.has(open))
  const settled = answered && !questions.some(({ call }) => call.id === open)
  useEffect(() => {
    if (settled && 'vibrate' in navigator) navigator.vibrate(TICK_MS)
  }, [settled])
}

/** The open card changes only by the person's hand, or when it is gone: then the bar rests before the next one. */
function useOpenCard(questions: readonly OpenQuestion[]): readonly [CallId | null, (id: CallId) => void] {
  const wanted = useWantedCall()
  const [open, setOpen] = useState<CallId | null>(wanted ?? questions[0]?.call.id ?? null)
  const next = questions[0]?.call.id ?? null
  const gone = !questions.some(({ call }) => call.id === open)
  useEffect(() => {
    if (!gone || next === null) return
    const timer = window.setTimeout(() => setOpen(next), EMPTY_BAR_MS)
    return () => window.clearTimeout(timer)
  }, [gone, next])
  return [open, setOpen]
}
