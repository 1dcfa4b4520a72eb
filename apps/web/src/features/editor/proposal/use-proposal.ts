import type { ChangePart } from '@countersign/protocol'
import { useView } from '../../../data/context.ts'
import type { GivenAnswer } from '../../../data/view.ts'
import { useWholeCall } from '../../../data/whole.ts'
import { useQuestions } from '../../../platform/use-questions.ts'
import { useWorkbench } from '../../../workbench/workbench-context.ts'
import type { OpenQuestion } from '../../../data/selectors.ts'

/** A waiting change of a file, with its complete text. */
export interface Proposal {
  readonly question: OpenQuestion
  readonly before: string | null
  readonly after: string
  /** Empty: it can only be answered as a whole. */
  readonly parts: readonly ChangePart[]
  /** An answer was given here and is being sent. */
  readonly given: GivenAnswer | undefined
}

/** The oldest waiting change of this file in the workbench's thread; null: none. */
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

/** A complete waiting change; null: not loaded yet. */
export function useProposal(question: OpenQuestion): Proposal | null {
  const { call } = question
  const whole = useWholeCall(call.id, call.shortened !== undefined)
  const given = useView((view) => view.answers.get(call.id))
  const shown = call.shortened === undefined ? call : whole.value
  if (shown === null || shown.body.kind !== 'write') return null
  const { before, after } = shown.body
  // An irreversible call is answered as a whole, on its card. A tool that always asks so that its change is reviewed is not.
  const isWhole = call.decision.locked !== undefined && call.decision.locked !== 'asks'
  const parts = isWhole || !('parts' in shown) ? [] : (shown.parts ?? [])
  return { question, before, after, parts, given }
}

function samePath(a: string, b: string): boolean {
  return a.replace(/^\.\//, '') === b.replace(/^\.\//, '')
}
