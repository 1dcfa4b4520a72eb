import type { CallId } from '@countersign/protocol'
import { useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { ApprovalCard } from '../approvals/ApprovalCard.tsx'
import type { CardActions } from '../approvals/card-actions.ts'
import { cardView } from '../approvals/card-view.ts'
import { texts as cardTexts } from '../approvals/texts.ts'
import type { SettledView } from '../approvals/settled.ts'
import { useReader } from '../approvals/use-reader.ts'
import { fetchOutput, fetchResult } from '../data/api-audit.ts'
import { useApp, useView } from '../data/context.ts'
import { parentsOf } from '../data/selectors.ts'
import type { OpenQuestion } from '../data/selectors.ts'
import type { GivenAnswer, ThreadData } from '../data/view.ts'
import { foldsOf, keepFold } from '../track/kept-folds.ts'
import { replacedBy } from '../track/replaced-by.ts'
import { texts as trackTexts } from '../track/texts.ts'
import { Track } from '../track/Track.tsx'
import { buildTrack, holds } from '../track/track-model.ts'
import type { Stop } from '../track/track-model.ts'
import { Mark } from '../ui/Mark.tsx'
import { useNarrow } from '../ui/use-narrow.ts'
import { useWantedCall } from './use-wanted-call.ts'

export interface ThreadTrackProps {
  readonly data: ThreadData
  readonly roots: readonly CallId[]
  readonly questions: readonly OpenQuestion[]
  readonly actions: (call: CallId) => CardActions
}

/** The calls between two texts of a thread, with the cards of those that wait. */
export function ThreadTrack({ data, roots, questions, actions }: ThreadTrackProps) {
  const { client } = useApp()
  const reader = useReader()
  const narrow = useNarrow()
  const answers = useView((view) => view.answers)
  const elsewhere = useView((view) => view.elsewhere)
  const [folds, setFolds] = useState(() => foldsOf(data.thread.id))
  const wanted = useWantedCall()
  const here = useMemo(() => new Set(roots), [roots])
  const stops = useMemo(
    () => buildTrack(data.calls.values()).filter((stop) => here.has(stop.call.id)),
    [data.calls, here],
  )
  const isOpen = (stop: Stop): boolean =>
    folds.get(stop.call.id) ??
    (stop.inside.waiting > 0 || stop.children.some((child) => holds(child, wanted)))

  function card(id: CallId): ReactNode {
    const index = questions.findIndex((question) => question.call.id === id)
    const question = questions[index]
    if (question === undefined) return null
    if (narrow) return <OpenOnPhone call={id} />
    const view = cardView(question.call, question.approval, {
      given: answers.get(id),
      position: { index: index + 1, of: questions.length },
      workspace: data.thread.workspace,
      chat: null,
    })
    return <ApprovalCard view={view} actions={actions(id)} />
  }

  return (
    <Track
      stops={stops}
      actions={{
        card,
        reader,
        lateNote: (id, settled) => lateNote(answers.get(id), settled),
        elsewhereAt: (id) => elsewhere.get(id) ?? null,
        parentsOf: (id) => parentsOf(data, id),
        askAgain: ({ call }) =>
          void client.say(data.thread.id, trackTexts.askAgainMessage(call.tool, call.specifier), null),
        settle: ({ id, hash }, how) => void client.settleCall(id, how, hash),
        undo: async ({ id }, skip) => {
          const reply = await client.undo({ call: id }, skip)
          return reply.ok
            ? { ok: true, undo: reply.undo ?? null }
            : { ok: false, message: reply.error.message }
        },
        result: fetchResult,
        output: fetchOutput,
        replacedBy: (call) => replacedBy(call, data.calls),
        wanted,
        isOpen,
        toggle: (stop) => setFolds(keepFold(data.thread.id, stop.call.id, !isOpen(stop))),
      }}
    />
  )
}

/** On a phone one card is open at a time, in its own place. */
function OpenOnPhone({ call }: { call: CallId }) {
  return (
    <Link
      href={`/waiting?call=${call}`}
      data-coach="card"
      className="mt-1 inline-flex min-h-11 items-center gap-2 rounded-control border border-wait/60 bg-wait-bg px-3 font-semibold text-wait no-underline"
    >
      <Mark state="waits" />
      {trackTexts.openIt}
    </Link>
  )
}

function lateNote(given: GivenAnswer | undefined, settled: SettledView): string | null {
  if (given?.state === 'too_late')
    return cardTexts.cameTooLate(`${settled.word} ${settled.by}`, cardTexts.decisions[given.answer.decision])
  return given?.state === 'dropped' ? cardTexts.dropped : null
}
