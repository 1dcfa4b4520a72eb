import { useRef, useState } from 'react'
import type { ReactNode, RefObject } from 'react'
import type { OpenQuestion } from '../../data/selectors.ts'
import { Button } from '../../ui/Button.tsx'
import { Mark } from '../../ui/Mark.tsx'
import { Visible } from '../../ui/Visible.tsx'
import { commonFolder, groupTitle } from './group-title.ts'
import { KindRows } from './KindRows.tsx'
import { ReadingView } from './ReadingView.tsx'
import { texts } from './texts.ts'
import { useBatch } from './use-batch.ts'
import type { OnBatch } from './use-batch.ts'

/** A group with more rows than this starts out folded to the first ones. */
const FOLD_FROM = 8
const FIRST_ROWS = 5

export interface KindGroupProps {
  readonly title: string
  readonly questions: readonly OpenQuestion[]
  readonly onAnswer: OnBatch
  /** Shown at the end of the first line. */
  readonly close?: ReactNode
}

/** Several calls of one kind. One press answers all ticked calls, once each of them has been on screen in full. */
export function KindGroup({ title, questions, onAnswer, close }: KindGroupProps) {
  const batch = useBatch(questions, onAnswer)
  const { setGroup, setBar, chosen, unseen } = batch
  const [unfolded, setUnfolded] = useState(questions.length <= FOLD_FROM)
  const [reading, setReading] = useState<number | null>(null)
  const readButton = useRef<HTMLButtonElement>(null)
  const shown = unfolded ? questions : questions.slice(0, FIRST_ROWS)
  const read = reading === null ? undefined : questions[reading]
  return (
    <section
      ref={setGroup}
      data-steady={batch.steady}
      className="@container rounded-card border border-wait/60 bg-raised"
      aria-label={title}
    >
      <div
        ref={setBar}
        className="sticky top-0 z-20 flex flex-wrap items-center gap-2 rounded-t-card border-b border-line bg-raised px-3 py-1.5"
      >
        <GroupTitle title={title} questions={questions} />
        <Button kind="refuse" disabled={chosen.length === 0} {...batch.pressing('deny')}>
          {texts.deny(chosen.length)}
        </Button>
        <Button kind="primary" disabled={chosen.length === 0 || unseen > 0} {...batch.pressing('allow_once')}>
          {unseen > 0 ? texts.allowUnseen(chosen.length, unseen) : texts.allow(chosen.length)}
        </Button>
        {close}
      </div>
      {batch.moved && (
        <p role="status" className="px-3 pt-1 text-hint text-ink-2">
          {texts.moved}
        </p>
      )}
      <KindRows questions={shown} batch={batch} />
      {read !== undefined && reading !== null ? (
        <ReadingView
          question={read}
          at={reading}
          of={questions.length}
          seen={batch.isSeen(read.call.id)}
          onSeen={() => batch.see(read.call.id)}
          onStep={(step) => setReading(reading + step)}
          onClose={() => {
            setReading(null)
            // The button must be rendered again before it can take the focus.
            window.requestAnimationFrame(() => readButton.current?.focus())
          }}
        />
      ) : (
        <GroupFoot
          folded={questions.length - shown.length}
          readButton={readButton}
          onUnfold={() => setUnfolded(true)}
          onRead={() =>
            setReading(
              Math.max(
                0,
                questions.findIndex(({ call }) => !batch.isSeen(call.id)),
              ),
            )
          }
        />
      )}
      {unseen > 0 && <p className="border-t border-line px-3 py-2 text-hint text-ink-3">{texts.batchHint}</p>}
    </section>
  )
}

/** The summary line: how many calls, of what, in which folder, for which agent. */
function GroupTitle({ title, questions }: Pick<KindGroupProps, 'title' | 'questions'>) {
  const folder = commonFolder(questions)
  const parents = questions[0]?.approval.parents ?? []
  const tool = questions[0]?.call.tool ?? ''
  return (
    <>
      <Mark state="waits" />
      <h2 className="font-semibold">{groupTitle(questions)}</h2>
      <span className="min-w-0 flex-1 truncate text-label text-ink-3">
        {!texts.nouns.has(tool) && (
          <code className="me-1 font-mono">
            <Visible text={title} />
          </code>
        )}
        {folder !== null && <Visible text={texts.inFolder(folder)} />}
        {parents.length > 0 && ` · ${texts.by(parents)}`}
      </span>
    </>
  )
}

interface GroupFootProps {
  /** How many rows are folded away. */
  readonly folded: number
  readonly readButton: RefObject<HTMLButtonElement | null>
  readonly onUnfold: () => void
  readonly onRead: () => void
}

function GroupFoot({ folded, readButton, onUnfold, onRead }: GroupFootProps) {
  return (
    <div className="flex flex-wrap items-center gap-2 border-t border-line px-3 py-1">
      {folded > 0 && (
        <Button kind="quiet" onClick={onUnfold}>
          {texts.moreOfThem(folded)}
        </Button>
      )}
      <span className="ms-auto">
        <Button ref={readButton} kind="quiet" onClick={onRead}>
          {texts.readThem}
        </Button>
      </span>
    </div>
  )
}
