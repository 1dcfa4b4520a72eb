import type { CallId, CallView } from '@countersign/protocol'
import { useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { ApprovalCard } from '../../platform/cards/ApprovalCard.tsx'
import type { CardActions } from '../../platform/cards/card-actions.ts'
import { cardView } from '../../platform/cards/card-view.ts'
import { answerText } from '../../platform/cards/parts-answer-texts.ts'
import { texts as cardTexts } from '../../platform/cards/texts.ts'
import type { SettledView } from '../../platform/cards/settled.ts'
import { useReader } from '../../platform/cards/use-reader.ts'
import { useApp, useView } from '../../data/context.ts'
import { isRepeated, parentsOf } from '../../data/selectors.ts'
import type { OpenQuestion } from '../../data/selectors.ts'
import type { GivenAnswer, ThreadData } from '../../data/view.ts'
import type { Found } from './find-rows.ts'
import { foldsOf, keepFold } from './calls/kept-folds.ts'
import { replacedBy } from './calls/replaced-by.ts'
import { texts as trackTexts } from './calls/texts.ts'
import { CallTree } from './calls/CallTree.tsx'
import { buildCallTree, holds } from './calls/call-tree.ts'
import type { CallNode } from './calls/call-tree.ts'
import { Mark } from '../../ui/Mark.tsx'
import { useNarrow } from '../../ui/use-narrow.ts'
import { useWantedCall } from '../../platform/focus/use-wanted-call.ts'

/** Requests for whole results, which load when a person first asks for one. */
const results = () => import('../../data/api-audit.ts')

export interface ThreadCallsProps {
  readonly data: ThreadData
  readonly roots: readonly CallId[]
  readonly questions: readonly OpenQuestion[]
  readonly actions: (call: CallId) => CardActions
  /** A search hit: it is unfolded. */
  readonly found: Found | null
}

/** The calls between two texts of a thread, with the cards of waiting ones. */
export function ThreadCalls({ data, roots, questions, actions, found }: ThreadCallsProps) {
  const { client } = useApp()
  const reader = useReader()
  const narrow = useNarrow()
  const answers = useView((view) => view.answers)
  const elsewhere = useView((view) => view.elsewhere)
  const [folds, setFolds] = useState(() => foldsOf(data.thread.id))
  const wanted = useWantedCall()
  const here = useMemo(() => new Set(roots), [roots])
  const nodes = useMemo(
    () => buildCallTree(data.calls.values()).filter((node) => here.has(node.call.id)),
    [data.calls, here],
  )
  const expired = useMemo(() => expiredIn(nodes, data.calls), [nodes, data.calls])
  const isOpen = (node: CallNode): boolean =>
    isFound(node, found) ||
    (folds.get(node.call.id) ??
      (node.inside.waiting > 0 || node.children.some((child) => holds(child, wanted))))

  function card(id: CallId): ReactNode {
    const index = questions.findIndex((question) => question.call.id === id)
    const question = questions[index]
    if (question === undefined) return null
    if (narrow) return <OpenOnPhone call={id} />
    const view = cardView(question.call, question.approval, {
      given: answers.get(id),
      position: { index: index + 1, of: questions.length },
      workspace: data.thread.workspace,
      threadTitle: null,
      // The agent's own words are above its calls; a sub-agent's are only on its first card.
      said: question.call.parent_id === null || isRepeated(questions, index),
    })
    return <ApprovalCard view={view} actions={actions(id)} />
  }

  return (
    <CallTree
      nodes={nodes}
      actions={{
        card,
        reader,
        lateNote: (id, settled) => lateNote(answers.get(id), settled),
        elsewhereAt: (id) => elsewhere.get(id) ?? null,
        parentsOf: (id) => parentsOf(data, id),
        expired,
        askAgain: (calls) =>
          void client.say(
            data.thread.id,
            trackTexts.askAgainMessage(calls.map(({ tool, specifier }) => `${tool} ${specifier}`)),
            null,
          ),
        settle: ({ id, hash }, how) => void client.settleCall(id, how, hash),
        undo: async ({ id }, skip) => {
          const reply = await client.undo({ call: id }, skip)
          return reply.ok
            ? { ok: true, undo: reply.undo ?? null }
            : { ok: false, message: reply.error.message }
        },
        result: async (id) => (await results()).fetchResult(id),
        output: async (id) => (await results()).fetchOutput(id),
        replacedBy: (call) => replacedBy(call, data.calls),
        reached: (node) => holds(node, wanted) || holds(node, found?.call ?? null),
        isOpen,
        toggle: (node) => setFolds(keepFold(data.thread.id, node.call.id, !isOpen(node))),
      }}
    />
  )
}

/** Calls that nobody answered in time, at any depth, except those that were proposed again. */
function expiredIn(nodes: readonly CallNode[], calls: ThreadData['calls']): readonly CallView[] {
  return nodes.flatMap(({ call, children }) => [
    ...(call.state === 'expired' && replacedBy(call, calls) === null ? [call] : []),
    ...expiredIn(children, calls),
  ])
}

/** Its text is the search hit, or that of a call inside it. */
function isFound(node: CallNode, found: Found | null): boolean {
  if (found === null || found.call === null) return false
  const { call } = found
  return (found.inside && node.call.id === call) || node.children.some((child) => holds(child, call))
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
    return cardTexts.cameTooLate(`${settled.word} ${settled.by}`, answerText(given.answer))
  return given?.state === 'dropped' ? cardTexts.dropped : null
}
