import type { PaneSnapshot } from '../../workbench/pane-context.ts'
import type { CodePlace } from './code-view.ts'
import { languageOf } from './languages.ts'

interface Shown {
  readonly path: string
  readonly text: string
  readonly dirty: boolean
  readonly place: CodePlace | undefined
}

/** Lines above and below the visible ones that are included. */
const AROUND = 20

/** The agent's information about an editor: the person's position, the selection, and the lines around it. */
export function contextOf({ path, text, dirty, place }: Shown): PaneSnapshot {
  const lines = text.split('\n')
  const facts = [path, languageOf(path).name, `${lines.length} lines`, dirty ? 'not saved' : 'saved']
  if (place === undefined) return { summary: facts.join(', '), text, sources: [path] }
  const first = Math.max(1, place.first - AROUND)
  const last = Math.min(lines.length, place.last + AROUND)
  const parts = [
    ...(place.selected === '' ? [] : [`Selected:\n${place.selected}`]),
    `Lines ${first} to ${last}:\n${lines.slice(first - 1, last).join('\n')}`,
  ]
  return {
    summary: [...facts, `caret in line ${place.line}`].join(', '),
    text: parts.join('\n\n'),
    sources: [path],
  }
}
