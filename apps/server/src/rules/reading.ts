import { toolFacts, type Decision, type Reason, type ToolFacts } from '@countersign/policy'

/** The facts that the policy judges when it decides whether someone may see a file's content. */
export const READ: ToolFacts = toolFacts('files.read')

/** The subjects of questions that were answered with the whole call: its mode, and the place of a file. */
const ANSWERED: ReadonlySet<Reason['because']> = new Set([
  'mode',
  'outside',
  'mounted',
  'linked',
  'protected',
])

/** Whether something that a call meets, such as a file below a folder, stays hidden although the call itself was allowed. */
export function isWithheld(decision: Decision): boolean {
  return [decision, ...decision.parts].some(
    ({ verdict, reason }) => verdict === 'block' || (verdict === 'ask' && !ANSWERED.has(reason.because)),
  )
}
