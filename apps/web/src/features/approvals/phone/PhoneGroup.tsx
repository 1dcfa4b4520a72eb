import type { ReactNode } from 'react'
import type { OpenQuestion } from '../../../data/selectors.ts'
import { groupTitle } from '../../../platform/batches/group-title.ts'
import { KindRows } from '../../../platform/batches/KindRows.tsx'
import { texts } from '../../../platform/batches/texts.ts'
import { useBatch } from '../../../platform/batches/use-batch.ts'
import type { Batch, OnBatch } from '../../../platform/batches/use-batch.ts'
import { Button } from '../../../ui/Button.tsx'
import { Mark } from '../../../ui/Mark.tsx'
import { PhoneScreen } from './PhoneScreen.tsx'

export interface PhoneGroupProps {
  readonly questions: readonly OpenQuestion[]
  readonly onAnswer: OnBatch
  readonly onLeave: () => void
  /** The other cards, folded, below. */
  readonly children: ReactNode
}

/** Several cards of a kind as one open card: each is unfolded and read, then one press at the bottom answers the ticked ones. */
export function PhoneGroup({ questions, onAnswer, onLeave, children }: PhoneGroupProps) {
  const batch = useBatch(questions, onAnswer)
  const { setGroup } = batch
  const title = groupTitle(questions)
  return (
    <PhoneScreen bar={<BatchAnswers batch={batch} onLeave={onLeave} />}>
      <section
        ref={setGroup}
        aria-label={title}
        data-steady={batch.steady}
        className="shrink-0 overflow-clip rounded-card border border-wait/60 bg-raised"
      >
        <h2 className="flex min-h-10 items-center gap-2 bg-wait-bg px-3 text-title font-semibold text-wait">
          <Mark state="waits" tone="inherit" />
          {title}
        </h2>
        <KindRows questions={questions} batch={batch} tall />
      </section>
      {children}
    </PhoneScreen>
  )
}

/** As for one card: Deny on the left and narrower, Allow on the right. */
function BatchAnswers({ batch, onLeave }: { batch: Batch; onLeave: () => void }) {
  const { chosen, unseen, setBar } = batch
  return (
    <div ref={setBar} className="flex flex-col gap-2">
      <p role="status" className="text-hint text-ink-2">
        {batch.moved ? texts.moved : unseen > 0 ? texts.openEach(unseen) : texts.allSeen}
      </p>
      <div className="flex gap-2">
        <span className="flex w-1/3">
          <Button kind="refuse" size="large" grow disabled={chosen.length === 0} {...batch.pressing('deny')}>
            {texts.deny(chosen.length)}
          </Button>
        </span>
        <span className="flex flex-1">
          <Button
            kind="primary"
            size="large"
            grow
            disabled={chosen.length === 0 || unseen > 0}
            {...batch.pressing('allow_once')}
          >
            {texts.allow(chosen.length)}
          </Button>
        </span>
      </div>
      <div className="flex justify-center">
        <Button kind="quiet" onClick={onLeave}>
          {texts.oneByOne}
        </Button>
      </div>
    </div>
  )
}
