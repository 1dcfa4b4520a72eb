import type { KeyboardEvent } from 'react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useApp, useClock } from '../../../data/context.ts'
import type { OpenQuestion } from '../../../data/selectors.ts'
import { Button } from '../../../ui/Button.tsx'
import { Page } from '../../../ui/Page.tsx'
import { combinedText } from './combined-text.ts'
import { hunkView } from './hunk-view.ts'
import type { Choice, Choices, HunkView } from './hunk-view.ts'
import { texts } from './texts.ts'
import { useProposal } from './use-proposal.ts'
import type { Proposal } from './use-proposal.ts'

/** Milliseconds for which the text must have been still before a press is accepted (K4), and visible before a key is (K3). */
const STEADY_MS = 300
const SHOWN_MS = 600

/** A waiting change of this file, shown as the document: each part is accepted or declined, which answers its card. */
export function ProposalReview({ question, path }: { question: OpenQuestion; path: string }) {
  const proposal = useProposal(question)
  if (proposal === null) return <Page>{texts.loading}</Page>
  return <Review key={question.call.id} proposal={proposal} path={path} />
}

function Review({ proposal, path }: { proposal: Proposal; path: string }) {
  const { before, after, parts, given } = proposal
  const host = useRef<HTMLDivElement>(null)
  const code = useRef<HunkView | null>(null)
  const combined = useMemo(() => combinedText(before, after, parts), [before, after, parts])
  const review = useReview(proposal, code)
  // The editor lives as long as the proposal; its callbacks may change.
  const latest = useRef(review)
  useEffect(() => {
    latest.current = review
  })
  useEffect(() => {
    if (host.current === null) return
    const made = hunkView({
      parent: host.current,
      path,
      label: texts.label(path),
      combined,
      onChoose: (index, choice, by) => latest.current.choose(index, choice, by),
      onPointerDown: () => latest.current.pointerDown(),
      onMoved: () => latest.current.moved(),
    })
    code.current = made
    made.show(latest.current.choices, latest.current.current)
    if (combined.parts.length > 0) made.reveal(0)
    return () => made.destroy()
  }, [path, combined])
  const { choices, current } = review
  useEffect(() => code.current?.show(choices, current), [choices, current])
  const sending = given !== undefined && (given.state === 'sending' || given.state === 'held')
  return (
    // The keys of a review work wherever the focus is inside of it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      aria-label={texts.label(path)}
      data-proposal={path}
      data-ready={review.ready}
      className="flex h-full min-h-0 flex-col"
      onKeyDown={review.onKey}
    >
      <div className="flex min-h-10 flex-wrap items-center gap-2 border-b border-line bg-wait-bg px-3">
        <span className="min-w-0 flex-1 truncate text-label text-wait">
          {parts.length === 0 ? texts.whole : texts.proposes}
        </span>
        {parts.length > 0 && (
          <>
            <output className="text-hint font-semibold">{texts.left(review.left, parts.length)}</output>
            {review.choices.size > 0 && <span className="text-hint text-wait">{texts.notSent}</span>}
            <Button kind="quiet" onClick={() => review.step(-1)} aria-label={texts.previous}>
              ↑
            </Button>
            <Button kind="quiet" onClick={() => review.step(1)} aria-label={texts.next}>
              ↓
            </Button>
            <Button
              kind="primary"
              disabled={review.choices.size === 0 || sending}
              title={texts.rest}
              onPointerDown={review.pointerDown}
              onClick={({ detail }) => review.send(detail === 0 ? 'key' : 'pointer')}
            >
              {sending ? texts.sending : texts.send(review.accepted, review.choices.size, parts.length)}
            </Button>
          </>
        )}
      </div>
      <div ref={host} className="min-h-0 flex-1 overflow-clip" />
      <div className="flex min-h-6.5 items-center gap-4 border-t border-line px-3 text-hint text-ink-3">
        <span role="status" className="text-ink-2">
          {given?.state === 'refused' ? given.error.message : (review.note ?? '')}
        </span>
        <span className="ms-auto">{parts.length > 0 && texts.keys}</span>
      </div>
    </section>
  )
}

/** The selection in a proposal, local until it is sent. */
function useReview({ question, parts }: Proposal, code: { readonly current: HunkView | null }) {
  const { client } = useApp()
  const [choices, setChoices] = useState<Choices>(new Map())
  const [current, setCurrent] = useState(0)
  const [note, setNote] = useState<string | null>(null)
  const { ready, counts, moved, pointerDown } = usePressesThatCount(() => setNote(texts.moved))

  function answer(chosen: Choices): void {
    const signed = parts.flatMap(({ id }) => (chosen.get(id) === 'accept' ? [id] : []))
    const { call, approval } = question
    if (signed.length === 0) client.answer(call.id, { decision: 'deny', hash: approval.hash })
    else
      client.answer(call.id, {
        decision: 'allow_once',
        hash: approval.hash,
        ...(signed.length === parts.length ? {} : { parts: signed }),
      })
  }

  function go(index: number): void {
    setCurrent(index)
    code.current?.reveal(index)
  }

  function choose(index: number, choice: Choice, by: 'key' | 'pointer'): void {
    const part = parts[index]
    if (part === undefined || !counts(by)) return
    setCurrent(index)
    // Nothing can be accepted that was not visible.
    if (choice === 'accept' && code.current?.isSeen(index) !== true) {
      setNote(texts.unread)
      return
    }
    setNote(null)
    const next = new Map(choices)
    if (next.get(part.id) === choice) next.delete(part.id)
    else next.set(part.id, choice)
    setChoices(next)
    if (next.size === parts.length) return answer(next)
    const open = after(parts.length, index).find((one) => !next.has(parts[one]?.id ?? ''))
    if (by === 'key' && next.has(part.id) && open !== undefined) go(open)
  }

  const step = (by: 1 | -1) => go((current + by + parts.length) % parts.length)
  return {
    choices,
    current,
    note,
    ready,
    left: parts.length - choices.size,
    accepted: [...choices.values()].filter((choice) => choice === 'accept').length,
    choose,
    step,
    moved,
    pointerDown,
    send: (by: 'key' | 'pointer') => {
      if (choices.size > 0 && counts(by)) answer(choices)
    },
    onKey: (event: KeyboardEvent) => {
      if (parts.length === 0) return
      const choice = event.altKey && !event.ctrlKey && !event.metaKey ? CHOICE_KEYS[event.code] : undefined
      if (event.key === 'F7') step(event.shiftKey ? -1 : 1)
      else if (choice === undefined) return
      // A held key chooses once.
      else if (!event.repeat) choose(current, choice, 'key')
      event.preventDefault()
    },
  }
}

/** Which presses are accepted. `onUnsteady`: one was rejected, because the text had just moved under the pointer. */
function usePressesThatCount(onUnsteady: () => void) {
  const clock = useClock()
  const [ready, setReady] = useState(false)
  const shownAt = useRef(clock.now())
  const movedAt = useRef(clock.now())
  const steady = useRef(false)
  useEffect(() => {
    const timer = window.setTimeout(() => setReady(true), SHOWN_MS)
    return () => window.clearTimeout(timer)
  }, [])
  return {
    ready,
    /** K8: never in a hidden page. */
    counts: (by: 'key' | 'pointer'): boolean => {
      if (document.visibilityState !== 'visible' || clock.now() - shownAt.current < SHOWN_MS) return false
      if (by === 'key') return true
      const was = steady.current
      steady.current = false
      if (!was) onUnsteady()
      return was
    },
    moved: () => {
      movedAt.current = clock.now()
    },
    pointerDown: () => {
      steady.current = clock.now() - movedAt.current >= STEADY_MS
    },
  }
}

const CHOICE_KEYS: Readonly<Record<string, Choice>> = { KeyY: 'accept', KeyU: 'decline' }

/** The other indexes, starting after this one and wrapping around. */
function after(count: number, index: number): readonly number[] {
  return Array.from({ length: count - 1 }, (_, by) => (index + 1 + by) % count)
}
