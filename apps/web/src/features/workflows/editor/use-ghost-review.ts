import { CallId, changeBody, featureParts, readBody } from '@countersign/protocol'
import { useCallback, useMemo, useState } from 'react'
import { useApp } from '../../../data/context.ts'
import { useWholeCall } from '../../../data/whole.ts'
import { useQuestions } from '../../../platform/use-questions.ts'
import type { DraftSession } from '../model/session.ts'

export type GhostChoice = 'accept' | 'decline'

/**
 * Answers to proposals. While the agent's `ui_apply` waits, the canvas and its card are one approval: choices on the canvas are sent as its answer.
 * Otherwise, accepting a proposal is the person's own edit.
 */
export interface GhostReview {
  /** Whether a card waits for the answer. */
  readonly waits: boolean
  readonly choices: ReadonlyMap<number, GhostChoice>
  readonly choose: (number: number, choice: GhostChoice) => void
  readonly all: (choice: GhostChoice) => void
  /** Sends the choices; a proposal without one is declined. */
  readonly send: () => void
}

const NONE: ReadonlyMap<number, GhostChoice> = new Map()

export function useGhostReview(workflow: string, session: DraftSession): GhostReview {
  const { client } = useApp()
  const waiting = useApplyCard(workflow)
  const [chosen, setChosen] = useState<{ call: string; choices: ReadonlyMap<number, GhostChoice> } | null>(
    null,
  )
  const id = waiting?.call.id
  const choices = chosen !== null && chosen.call === id ? chosen.choices : NONE
  const answer = useCallback(
    (numbers: readonly number[]): void => {
      if (waiting === null) return
      const { call, approval, parts } = waiting
      const signed = parts.flatMap((part) => (numbers.includes(part.number) ? [part.id] : []))
      if (signed.length === 0) {
        client.answer(call.id, { decision: 'deny', hash: approval.hash })
        session.decline('all')
      } else
        client.answer(call.id, {
          decision: 'allow_once',
          hash: approval.hash,
          ...(signed.length === parts.length ? {} : { parts: signed }),
        })
    },
    [client, session, waiting],
  )
  return useMemo(
    () => ({
      waits: waiting !== null,
      choices,
      choose(number, choice) {
        if (id === undefined) return choice === 'accept' ? session.accept(number) : session.decline(number)
        const next = new Map(choices)
        if (next.get(number) === choice) next.delete(number)
        else next.set(number, choice)
        setChosen({ call: id, choices: next })
      },
      all(choice) {
        if (waiting === null) return choice === 'accept' ? session.accept('all') : session.decline('all')
        answer(choice === 'accept' ? waiting.parts.map(({ number }) => number) : [])
      },
      send: () => answer([...choices].flatMap(([number, choice]) => (choice === 'accept' ? [number] : []))),
    }),
    [answer, choices, id, session, waiting],
  )
}

/** A placeholder while no card waits; nothing is fetched for it. */
const NO_CALL = CallId.parse('call_0')

/** The card of `ui_apply` for this workflow, with the parts that it can be answered in. */
function useApplyCard(workflow: string) {
  const questions = useQuestions()
  const question = questions.find(
    ({ call }) => call.tool === 'ui_apply' && call.specifier === workflow && call.state === 'waiting',
  )
  const shortened = question?.call.shortened !== undefined
  const whole = useWholeCall(question?.call.id ?? NO_CALL, shortened)
  return useMemo(() => {
    if (question === undefined) return null
    const body = shortened ? whole.value?.body : question.call.body
    const data = body === undefined ? undefined : readBody(changeBody, body)
    if (body === undefined || data === undefined) return null
    const ids = featureParts(body)
    const parts = data.parts.map(({ number }, index) => ({ number, id: ids[index]?.id ?? '' }))
    return { call: question.call, approval: question.approval, parts }
  }, [question, shortened, whole.value])
}
