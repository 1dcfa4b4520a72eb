import { useId } from 'react'
import { cx } from '../../ui/cx.ts'
import { languageOf } from '../../ui/language-of.ts'
import { Visible } from '../../ui/Visible.tsx'
import { AnswerBar } from './AnswerBar.tsx'
import type { CardActions } from './card-actions.ts'
import { useKeymap } from '../keys/use-keymap.ts'
import { onCardKey } from './card-keys.ts'
import { WithWhole } from './CallBodyView.tsx'
import { shownCall } from './card-view.ts'
import type { CardView, Where } from './card-view.ts'
import { CardHeader } from './CardHeader.tsx'
import { LazyPartsChoice } from './LazyBodies.tsx'
import { texts } from './texts.ts'
import { useCard } from './use-card.ts'
import type { CardControl } from './use-card.ts'
import type { ChangeInParts } from './use-parts-choice.ts'
import { WaitingBody } from './WaitingBody.tsx'

/** Asks a person about one call: where it runs, exactly what it does, why it asks, and the answers. */
export function ApprovalCard({ view, actions }: { view: CardView; actions: CardActions }) {
  return (
    <WithWhole call={shownCall(view)}>
      {(change) => <Answerable view={view} actions={actions} change={change} />}
    </WithWhole>
  )
}

interface AnswerableProps {
  readonly view: CardView
  readonly actions: CardActions
  readonly change: ChangeInParts
}

function Answerable({ view, actions, change }: AnswerableProps) {
  const card = useCard(view, actions, change)
  return (
    <CardFrame view={view} actions={actions} card={card}>
      <AnswerBar view={view} card={card} actions={actions} />
    </CardFrame>
  )
}

export interface CardFrameProps {
  readonly view: CardView
  readonly actions: CardActions
  readonly card: CardControl
  /** True if the page scrolls instead of the body; on a phone the answers are below both. */
  readonly tall?: boolean
  /** The answers, unless they are rendered elsewhere (on a phone, at the bottom of the screen). */
  readonly children?: React.ReactNode
}

/** The card without its answers. */
export function CardFrame({ view, actions, card, tall = false, children }: CardFrameProps) {
  const id = useId()
  const keymap = useKeymap()
  const { setCard } = card
  const locked = view.confirm.kind !== 'none'
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the card answers to letters (K2)
    <article
      ref={setCard}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- letters work on the card itself (K2), so it holds the focus
      tabIndex={0}
      aria-labelledby={`${id}-title`}
      // A screen reader should read a change line by line in place, not all at once as a description.
      aria-describedby={`${id}-where ${view.body.kind === 'write' ? '' : `${id}-body`} ${id}-body-foot ${id}-keys`}
      data-card={view.call}
      data-state={view.state.name}
      data-steady={card.arming.steady}
      data-armed={card.arming.armed}
      onKeyDown={(event) => onCardKey(event, view, card, actions, keymap)}
      className={cx(
        // The content below must never squeeze this: people must see what they sign.
        'waiting-card @container shrink-0 scroll-my-4 overflow-clip rounded-card border bg-raised focus-visible:outline-wait',
        locked ? 'border-stop' : 'border-wait/60',
      )}
    >
      <CardHeader view={view} id={`${id}-title`} />
      <div className="flex flex-col gap-2 p-3">
        <WhereLine where={view.where} id={`${id}-where`} />
        <WaitingBody
          call={shownCall(view)}
          id={`${id}-body`}
          label={view.title}
          tall={tall}
          onEnd={card.setRead}
          onReading={card.setReading}
        />
        <LazyPartsChoice choice={card.choice} given={view.state.name !== 'pending'} tall={tall} />
        {view.says !== null && <AgentSays words={view.says} tall={tall} />}
        {children}
      </div>
      <p id={`${id}-keys`} className="sr-only">
        {partsSaid(view)} {locked ? texts.keysLocked : texts.keys}
      </p>
    </article>
  )
}

/** Set apart and in plain style, because the model's words about its own call must never look like ours or like the title. */
function AgentSays({ words, tall }: { words: string; tall: boolean }) {
  return (
    <blockquote
      className={cx(
        'border-s-2 border-line-strong ps-3 text-label text-ink-2',
        !tall && 'max-h-24 overflow-y-auto',
      )}
    >
      <span className="text-ink-3">{texts.agentSays}</span>{' '}
      <span lang={languageOf(words)}>
        <Visible text={words} />
      </span>
    </blockquote>
  )
}

function WhereLine({ where, id }: { where: Where; id: string }) {
  const said = [
    where.place === null ? null : texts.in(where.place),
    where.threadTitle === null ? null : texts.chat(where.threadTitle),
    where.parents.length === 0 ? null : texts.proposedBy(where.parents),
  ].filter((text) => text !== null)
  return (
    <p id={id} className={cx('font-mono text-hint text-ink-3', said.length === 0 && 'sr-only')}>
      <Visible text={said.join(' · ')} />
    </p>
  )
}

function partsSaid(view: CardView): string {
  const { parts } = view.decision
  if (parts.length < 2) return ''
  return `${texts.partsAsk(parts.filter((part) => part.verdict === 'ask').length, parts.length)}.`
}
