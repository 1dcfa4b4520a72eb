import { expect, test } from 'vitest'
import { emptyView } from '../../data/view.ts'
import type { GivenAnswer, View } from '../../data/view.ts'
import { aCall, anApproval } from '../../testing/views.ts'
import { lateAnswer } from './late-answer.ts'

const call = aCall('publish')
const approval = anApproval(call, { asked_at: 1000 })
const open: View = {
  ...emptyView,
  waiting: { ...emptyView.waiting, approvals: [approval], calls: new Map([[call.id, call]]) },
}
const sending: GivenAnswer = {
  state: 'sending',
  answer: { decision: 'allow_once', hash: call.hash },
  request: 'r',
  at: 0,
}
const answered = (given: GivenAnswer): View => ({ ...open, answers: new Map([[call.id, given]]) })

test.each([
  ['an answer after a minute and a half', open, answered(sending), 91_000, 90_000],
  ['an answer at once', open, answered(sending), 5000, null],
  ['the same answer again', answered(sending), answered({ ...sending, at: 1 }), 91_000, null],
  ['nothing answered', open, open, 91_000, null],
])('%s', (_name, before, after, now, waited) => {
  expect(lateAnswer(before, after, now)).toBe(waited)
})
