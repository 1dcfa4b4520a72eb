import {
  explain,
  explainParts,
  type Decision,
  type ExplainedPart,
  type LayerName,
  type Offer,
  type Policy,
  type PolicyProblem,
} from '@countersign/policy'
import { MODE_LABELS, modeLabel, withModeLabel } from '@countersign/protocol/mode-words'
import { styleText } from 'node:util'
import { visibleLine } from '../../chat/visible.ts'

export interface ExplainPage {
  readonly decision: Decision
  readonly policy: Policy
  /** Rules that would make it run without a question. */
  readonly offers: readonly Offer[]
}

/** A decision for a terminal: the verdict and the reason, the parts if there are several, loading problems, and helpful rules. */
export function explainPage({ decision, policy, offers }: ExplainPage): string {
  return [
    head(decision, policy),
    ...parts(decision),
    // A file with one bad line makes three lists unreadable: reported once.
    ...new Set(policy.problems.map((problem) => `  ${visibleLine(problemWords(problem))}`)),
    ...helpful(offers),
    '',
  ].join('\n')
}

type Verdict = Decision['verdict']

const WORDS: Readonly<Record<Verdict, string>> = { run: 'runs', ask: 'asks', block: 'blocked' }
const COLOURS = { run: 'green', ask: 'yellow', block: 'red' } as const

/** In colour if the terminal supports it and nobody opted out. */
function coloured(verdict: Verdict, text: string): string {
  return styleText(COLOURS[verdict], text, { stream: process.stdout })
}

function head(decision: Decision, { mode }: Policy): string {
  const { verdict, reason } = decision
  const why = visibleLine(withModeLabel(explain(decision)))
  if (decision.locked !== undefined && verdict === 'ask')
    return `${coloured('ask', 'always asks')}: ${why.replace(/; always asks, in every mode$/, '')}`
  const word = coloured(verdict, WORDS[verdict])
  // If the mode is the reason, the reason names it.
  const where =
    reason.because === 'mode' || reason.because === 'plan' ? '' : ` in ${modeLabel(mode.name)} mode`
  return `${word}${where}: ${why}`
}

/** Nothing that the first line already says. */
function parts(decision: Decision): readonly string[] {
  const told = explainParts(decision)
  const [only] = told
  if (only === undefined || (told.length === 1 && only.through.length === 0 && only.notes.length === 0))
    return []
  const labels = told.map(({ label }) => shortened(visibleLine(label)))
  const width = Math.min(MOST_WIDTH, Math.max(...labels.map((label) => label.length)))
  return told.flatMap((part, index) => partLines(part, (labels[index] ?? '').padEnd(width)))
}

const MOST_WIDTH = 48
const MOST_LABEL = 100

function shortened(label: string): string {
  return label.length > MOST_LABEL ? `${label.slice(0, MOST_LABEL)}…` : label
}

function partLines({ verdict, word, why, through, notes }: ExplainedPart, label: string): readonly string[] {
  const indent = ' '.repeat(10)
  const name = `  ${coloured(verdict, word)}${' '.repeat(8 - word.length)}${label}`
  // `writes publish.log` is name and reason in one.
  const line = why === label.trimEnd() ? name.trimEnd() : `${name}  ${visibleLine(withModeLabel(why))}`
  const way = through.length === 0 ? [] : [`${indent}through ${visibleLine(through.join(', '))}`]
  return [line, ...way, ...notes.map((note) => indent + visibleLine(note))]
}

function problemWords(problem: PolicyProblem): string {
  switch (problem.code) {
    case 'malformed-rule': {
      const { position, message, suggestion } = problem.error
      const perhaps = suggestion === undefined ? '' : `; perhaps \`${suggestion}\``
      return `rule refused: ${problem.list} ${problem.text} at ${position + 1}: ${message}${perhaps}`
    }
    case 'unreadable-list':
      return UNREADABLE[problem.layer]
    case 'unknown-mode':
      return `there is no mode ${problem.mode}, so ${modeLabel(problem.instead)} applies; the modes are ${[...MODE_LABELS.values()].join(', ')}`
    case 'forbidden-mode':
      return `${modeLabel(problem.mode)} mode is not allowed here, so ${modeLabel(problem.instead)} applies`
  }
}

const UNREADABLE: Readonly<Record<LayerName, string>> = {
  shipped: 'the shipped rules cannot be loaded',
  user: 'your rules cannot be loaded; `countersign rules list` shows them',
  project: "the project's rules cannot be loaded; `countersign rules test` says which lines",
  thread: "this chat's rules cannot be loaded",
  workflow: "the workflow's grant cannot be loaded",
  managed:
    "the administrator's rules cannot be loaded; `countersign rules test /etc/countersign/rules` says which lines",
}

/** In the form in which they are typed. */
function helpful(offers: readonly Offer[]): readonly string[] {
  if (offers.length === 0) return []
  const lines = offers.map(({ rule, covers }) => ({
    command: `countersign rules add allow ${quoted(rule.text)}`,
    covers,
  }))
  const width = Math.max(...lines.map(({ command }) => command.length))
  const isEnough = offers.some(({ enough }) => enough)
  return [
    isEnough
      ? 'to stop being asked, save a rule:'
      : 'to be asked less, save rules; each part that asks needs one:',
    ...lines.map(({ command, covers }) => `  ${command.padEnd(width)}  ${visibleLine(covers)}`),
  ]
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
