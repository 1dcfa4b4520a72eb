import type { CallId } from '@countersign/protocol'
import { Suspense, useEffect, useState } from 'react'
import { groupKinds, unanswered } from '../../../platform/batches/kinds.ts'
import type { WaitingItem } from '../../../platform/batches/kinds.ts'
import type { BatchDecision } from '../../../platform/batches/use-batch.ts'
import { cardView } from '../../../platform/cards/card-view.ts'
import { useCardActions } from '../../../platform/cards/use-card-actions.ts'
import { useApp, useView } from '../../../data/context.ts'
import type { OpenQuestion } from '../../../data/selectors.ts'
import { useWantedCall } from '../../../platform/focus/use-wanted-call.ts'
import { useWorkspaces } from '../use-workspaces.ts'
import { OpenCard } from './OpenCard.tsx'
import { GroupRow, PhoneRow } from './PhoneRow.tsx'
import { lazy } from '../../../ui/lazy.ts'
import { PageSkeleton } from '../../../ui/PageSkeleton.tsx'

const NothingWaits = lazy(async () => ({ default: (await import('../NothingWaits.tsx')).NothingWaits }))
const PhoneGroup = lazy(async () => ({ default: (await import('./PhoneGroup.tsx')).PhoneGroup }))

/** After an answer the bar is empty for this long, so that a second tap hits nothing. */
const EMPTY_BAR_MS = 700

type Group = Extract<WaitingItem, { kind: 'many' }>

export interface PhoneWaitingProps {
  readonly questions: readonly OpenQuestion[]
  readonly onBatch: (calls: readonly CallId[]) => void
}

/** One card is open at a time, and the answers at the bottom belong only to it. Several of a kind can be opened as one. */
export function PhoneWaiting({ questions, onBatch }: PhoneWaitingProps) {
  const { client } = useApp()
  const answers = useView((view) => view.answers)
  const known = useView((view) => view.waiting.known)
  const workspaces = useWorkspaces()
  const actions = useCardActions(questions.map(({ call }) => call.id))
  const [open, setOpen] = useOpenCard(questions)
  const [together, setTogether] = useState<string | null>(null)
  const [resting, rest] = useRest()
  useTick(questions, open)
  const groups = groupKinds(unanswered(questions, answers)).filter((item) => item.kind === 'many')
  const group = groups.find(({ id }) => id === together)
  if (questions.length === 0) return known ? <NothingWaits /> : <PageSkeleton />

  function answerAll(decision: BatchDecision, chosen: readonly OpenQuestion[]): void {
    for (const { call, approval } of chosen) client.answer(call.id, { decision, hash: approval.hash })
    onBatch(chosen.map(({ call }) => call.id))
    setTogether(null)
    rest()
  }

  const rows = (
    <Rows
      questions={questions.filter(({ call }) => group !== undefined || call.id !== open)}
      groups={groups.filter((other) => other !== group)}
      without={group}
      onOpen={(id) => {
        setTogether(null)
        setOpen(id)
      }}
      onTogether={setTogether}
    />
  )
  if (group !== undefined)
    return (
      <Suspense>
        <PhoneGroup
          key={group.id}
          questions={group.questions}
          onAnswer={answerAll}
          onLeave={() => setTogether(null)}
        >
          {rows}
        </PhoneGroup>
      </Suspense>
    )
  const question = resting ? undefined : questions.find(({ call }) => call.id === open)
  return (
    <OpenCard
      key={question?.call.id ?? 'none'}
      view={
        question === undefined
          ? null
          : cardView(question.call, question.approval, {
              given: answers.get(question.call.id),
              position: null,
              workspace: workspaces.get(question.approval.thread_id) ?? null,
              threadTitle: question.approval.thread_title,
            })
      }
      actions={question === undefined ? null : actions(question.call.id)}
    >
      {rows}
    </OpenCard>
  )
}

interface RowsProps {
  readonly questions: readonly OpenQuestion[]
  readonly groups: readonly Group[]
  /** Its calls are already shown above. */
  readonly without: Group | undefined
  readonly onOpen: (id: CallId) => void
  readonly onTogether: (id: string) => void
}

/** The other waiting cards: groups first, then single cards. */
function Rows({ questions, groups, without, onOpen, onTogether }: RowsProps) {
  const above = new Set(without?.questions.map(({ call }) => call.id))
  return (
    <>
      {groups.map((other) => (
        <GroupRow key={other.id} questions={other.questions} onOpen={() => onTogether(other.id)} />
      ))}
      {questions
        .filter(({ call }) => !above.has(call.id))
        .map((other) => (
          <PhoneRow key={other.call.id} question={other} onOpen={() => onOpen(other.call.id)} />
        ))}
    </>
  )
}

/** After one press for several the bar rests too. */
function useRest(): readonly [boolean, () => void] {
  const [resting, setResting] = useState(false)
  useEffect(() => {
    if (!resting) return
    const timer = window.setTimeout(() => setResting(false), EMPTY_BAR_MS)
    return () => window.clearTimeout(timer)
  }, [resting])
  return [resting, () => setResting(true)]
}

/** Milliseconds of the tick. */
const TICK_MS = 12

/** A short vibration when the server has settled an answer given here, if the device supports it. */
function useTick(questions: readonly OpenQuestion[], open: CallId | null): void {
  const answered = useView((view) => open !== null && view.answeredHere.has(open))
  const settled = answered && !questions.some(({ call }) => call.id === open)
  useEffect(() => {
    if (settled && 'vibrate' in navigator) navigator.vibrate(TICK_MS)
  }, [settled])
}

/** The open card changes only when the person changes it or when it is gone: then the bar rests before the next one. */
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
