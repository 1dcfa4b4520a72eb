import type { PaneSnapshot } from '../../workbench/pane-context.ts'
import { texts } from './texts.ts'
import type { Finding } from './use-find.ts'

/** How many lines the agent sees. */
const TOLD = 200

/**
 * The agent's view of a search. A person finds everything; files that rules withhold from the agent are omitted with their names, and the
 * server judges the rest again.
 */
export function snapshotOf(finding: Finding): PaneSnapshot {
  if (finding.state !== 'found') return { summary: texts.form, sources: [] }
  const files = finding.files.filter(({ agent }) => agent !== 'never')
  const told = files
    .flatMap(({ path, lines }) => lines.map(({ line, text }) => ({ path, said: `${path}:${line}: ${text}` })))
    .slice(0, TOLD)
  const lines = files.reduce((sum, file) => sum + file.lines.length, 0)
  return {
    summary: texts.summary(finding.wish.pattern, lines, files.length),
    text: told.map(({ said }) => said).join('\n'),
    sources: [...new Set(told.map(({ path }) => path))],
  }
}
