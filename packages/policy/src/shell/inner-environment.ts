import { assignmentFact } from './assignment-fact.ts'
import { noteShell } from './assignments.ts'
import type { CommandCall } from './context.ts'
import type { InnerAssignment } from '../model/part.ts'
import { fieldValue } from './value.ts'

/** The variables that a wrapper sets for a command (`env A=b cmd`), in addition to those in front of the wrapper. */
export function setBy(
  { assignments = [] }: { readonly assignments?: readonly InnerAssignment[] },
  call: CommandCall,
): Pick<CommandCall, 'assignments' | 'environment'> {
  if (assignments.length === 0) return call
  const environment = new Map(call.environment)
  const facts = assignments.map(({ name, value, range }) => {
    const set = fieldValue(value)
    noteShell({ name, range }, { values: [set] }, call.frame)
    environment.set(name, { values: [set], exported: true })
    return assignmentFact(name, set, range, 'environment')
  })
  return { assignments: [...call.assignments, ...facts], environment }
}
