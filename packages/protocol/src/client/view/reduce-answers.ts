import type { ErrorCode } from '../../errors.ts'
import type { CallId } from '../../ids.ts'
import type { GivenAnswer } from './view.ts'
import type { ViewEvent } from './view-event.ts'

type Answers = ReadonlyMap<CallId, GivenAnswer>
type AnswerEvent = Extract<ViewEvent, { readonly type: `answer_${string}` }>

/** The state of the answers given here. A press creates `sending`; only the server removes an entry. */
export function reduceAnswers(answers: Answers, event: AnswerEvent): Answers {
  const given = answers.get(event.call)
  switch (event.type) {
    case 'answer_sent':
      return put(answers, event.call, {
        state: 'sending',
        answer: event.answer,
        request: event.request,
        at: event.now,
      })
    case 'answer_held':
      return put(answers, event.call, {
        state: 'held',
        answer: event.answer,
        at: event.now,
        sent: false,
        until: event.until,
      })
    case 'answer_taken_back':
      return given?.state === 'held' ? remove(answers, event.call) : answers
    case 'answer_failed':
      // A refusal of an older attempt says nothing about the newer one.
      if (given?.state !== 'sending' || given.request !== event.request) return answers
      return put(
        answers,
        event.call,
        LOST_RACE.has(event.error.code)
          ? { state: 'too_late', answer: given.answer }
          : { state: 'refused', answer: given.answer, error: event.error },
      )
    case 'answer_dropped':
      return given === undefined
        ? answers
        : put(answers, event.call, { state: 'dropped', answer: given.answer })
  }
}

/** The server says that these calls no longer wait: answers being sent are done, and held answers came too late. */
export function settleAnswers(answers: Answers, isSettled: (call: CallId) => boolean): Answers {
  let next: Map<CallId, GivenAnswer> | null = null
  for (const [call, given] of answers) {
    if (!isSettled(call) || given.state === 'too_late' || given.state === 'dropped') continue
    next ??= new Map(answers)
    if (given.state === 'held' && !given.sent) next.set(call, { state: 'too_late', answer: given.answer })
    else next.delete(call)
  }
  return next ?? answers
}

const LOST_RACE: ReadonlySet<ErrorCode> = new Set(['already_settled', 'too_late'])

function put(answers: Answers, call: CallId, given: GivenAnswer): Answers {
  return new Map(answers).set(call, given)
}

function remove(answers: Answers, call: CallId): Answers {
  const next = new Map(answers)
  next.delete(call)
  return next
}
