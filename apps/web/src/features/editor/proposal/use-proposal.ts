import type { ChangePart } from '@countersign/protocol'
import { useView } from '../../../data/context.ts'
import type { GivenAnswer } from '../../../data/view.ts'
import { useWholeCall } from '../../../data/whole.ts'
import { useQuestions } from '../../../platform/use-questions.ts'
import { useWorkbench } from '../../../workbench/workbench-context.ts'
import type { OpenQuestion } from '../../../data/selectors.ts'

/** A change of a file that waits for an answer, with all of its text. */
export interface Proposal {
  readonly question: OpenQuestion
  readonly before: string | null
  readonly after: string
  /** Empty: it can only be answered as a whole. */
  readonly parts: readonly ChangePart[]
  /** An answer was given here and is on its way. */
  readonly given: GivenAnswer | undefined
}

/** The oldest change of this file that waits in the chat of the workbench; null: none does. */
export function useWaitingChange(path: string): OpenQuestion | null {
  const { thread } = useWorkbench()
  const questions = useQuestions()
  return (
    questions.find(
      ({ call }) =>
        call.thread_id === thread &&
        call.body.kind === 'write' &&
        !call.body.outside_workspace &&
        samePath(call.body.path, path),
    ) ?? null
  )
}

/** All of a change that waits; null: it is not here yet. */
export function useProposal(question: OpenQuestion): Proposal | null {
  const { call } = question
  const whole = useWholeCall(call.id, call.shortened !== undefined)
  const given = useView((view) => view.answers.get(call.id))
  const shown = call.shortened === undefined ? call : whole.value
  if (shown === null || shown.body.kind !== 'write') return null
  const { before, after } = shown.body
  // What cannot be taken back is answered as a whole, on its card. A tool that asks by itself, so that its change is looked at, is not.
  const isWhole = call.decision.locked !== undefined && call.decision.locked !== 'asks'
  const parts = isWhole || !('parts' in shown) ? [] : (shown.parts ?? [])
  return { question, before, after, parts, given }
}

function samePath(a: string, b: string): boolean {
  return a.replace(/^\.\//, '') === b.replace(/^\.\//, '')
}
