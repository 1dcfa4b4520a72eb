import type { OpenQuestion } from '../../data/selectors.ts'

/** The shown part of the list. `tool` null: every tool. */
export interface WaitingFilter {
  readonly tool: string | null
  readonly destructive: boolean
}

export const NO_FILTER: WaitingFilter = { tool: null, destructive: false }

/** The matching ones, in the same order. */
export function filterQuestions(
  questions: readonly OpenQuestion[],
  filter: WaitingFilter,
): readonly OpenQuestion[] {
  return questions.filter(
    ({ call }) =>
      (filter.tool === null || call.tool === filter.tool) &&
      (!filter.destructive || call.decision.locked !== undefined),
  )
}

/** Tools that wait, by name, with how many calls of each. */
export function waitingTools(questions: readonly OpenQuestion[]): readonly (readonly [string, number])[] {
  const groups = Map.groupBy(questions, ({ call }) => call.tool)
  return [...groups]
    .map(([tool, group]) => [tool, group.length] as const)
    .toSorted(([a], [b]) => a.localeCompare(b))
}
