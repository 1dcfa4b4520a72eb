/** The result of a case for an agent. */
export interface Outcome {
  readonly agent: string
  readonly version: string
  /** The name of the case. */
  readonly of: string
  readonly result: 'held' | 'failed' | 'skipped'
  readonly why?: string
}

const WORDS = { held: 'holds', failed: '**fails**', skipped: '–' } as const

/** One row per case, one column per agent. */
export function tableOf(outcomes: readonly Outcome[]): string {
  const agents = [...new Set(outcomes.map(({ agent, version }) => `${agent} ${version}`))]
  const cases = [...new Set(outcomes.map(({ of }) => of))]
  const rows = cases.map((name) => [
    name,
    ...agents.map((agent) => {
      const found = outcomes.find((one) => one.of === name && `${one.agent} ${one.version}` === agent)
      return found === undefined ? '' : WORDS[found.result]
    }),
  ])
  return [['What was tried', ...agents], ['---', ...agents.map(() => '---')], ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')
}
