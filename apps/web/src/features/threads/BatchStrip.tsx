import type { CallId } from '@countersign/protocol'
import { X } from 'lucide-react'
import { Suspense, useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { useApp, useView } from '../../data/context.ts'
import type { OpenQuestion } from '../../data/selectors.ts'
import { groupTitle } from '../../platform/batches/group-title.ts'
import { groupKinds, unanswered } from '../../platform/batches/kinds.ts'
import type { OnBatch } from '../../platform/batches/use-batch.ts'
import { afterKeyBatch } from '../../platform/focus/card-focus.ts'
import { Button } from '../../ui/Button.tsx'
import { Mark } from '../../ui/Mark.tsx'
import { useNarrow } from '../../ui/use-narrow.ts'
import { texts as batchTexts } from '../../platform/batches/texts.ts'
import { batchTexts as texts } from './batch-texts.ts'
import { lazy } from '../../ui/lazy.ts'

const KindGroup = lazy(async () => ({
  default: (await import('../../platform/batches/KindGroup.tsx')).KindGroup,
}))
const BatchResult = lazy(async () => ({
  default: (await import('../../platform/batches/BatchResult.tsx')).BatchResult,
}))

interface BatchStripProps {
  readonly questions: readonly OpenQuestion[]
  /** No turn of the thread is running or waiting. */
  readonly turnEnded: boolean
}

/**
 * Offers one answer for several cards of a kind, between the conversation and the composer: it moves no card, takes no focus, and the cards
 * stay where they are (K1). On a phone the waiting list has it.
 */
export function BatchStrip({ questions, turnEnded }: BatchStripProps) {
  const { client } = useApp()
  const narrow = useNarrow()
  const answers = useView((view) => view.answers)
  const groups = useMemo(
    () => groupKinds(unanswered(questions, answers)).filter((item) => item.kind === 'many'),
    [questions, answers],
  )
  const [open, setOpen] = useState<string | null>(null)
  const [answered, setAnswered] = useState<readonly CallId[] | null>(null)

  const answer: OnBatch = (decision, chosen, by) => {
    const calls = chosen.map(({ call }) => call.id)
    for (const { call, approval } of chosen) client.answer(call.id, { decision, hash: approval.hash })
    setAnswered(calls)
    setOpen(null)
    if (by === 'key')
      afterKeyBatch(
        questions.map(({ call }) => call.id),
        calls,
      )
  }

  if (narrow || (groups.length === 0 && answered === null)) return null
  return (
    <div className="mx-auto flex w-full max-w-[46rem] flex-col gap-2 px-4 py-2 has-[[data-split]]:max-w-[72rem]">
      <Suspense>
        {answered !== null && (
          <BatchResult calls={answered} turnEnded={turnEnded} onClose={() => setAnswered(null)} />
        )}
        {groups.map((group) =>
          open === group.id ? (
            <div key={group.id} className="max-h-[60dvh] overflow-y-auto rounded-card">
              <KindGroup
                title={group.title}
                questions={group.questions}
                onAnswer={answer}
                close={<CloseButton onClose={() => setOpen(null)} />}
              />
            </div>
          ) : (
            <Offer key={group.id} onOpen={() => setOpen(group.id)}>
              {texts.wait(groupTitle(group.questions))}
            </Offer>
          ),
        )}
      </Suspense>
    </div>
  )
}

function Offer({ onOpen, children }: { onOpen: () => void; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-2 text-label" data-batch-offer="">
      <Mark state="waits" />
      <span className="me-auto">{children}</span>
      <Button onClick={onOpen}>{texts.together}</Button>
    </div>
  )
}

function CloseButton({ onClose }: { onClose: () => void }) {
  return (
    <Button
      kind="quiet"
      size="icon"
      aria-label={batchTexts.oneByOne}
      title={batchTexts.oneByOne}
      onClick={onClose}
    >
      <X size={14} aria-hidden="true" />
    </Button>
  )
}
