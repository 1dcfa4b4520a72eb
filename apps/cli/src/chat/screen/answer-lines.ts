import { line, type Line } from '../lines.ts'
import { partLinesOf, partsOf } from '../parts.ts'
import type { Prompt } from '../prompt.ts'
import { offersOf, wordFor, type Question } from '../question.ts'
import { ruleEffect } from '../rule-effect.ts'
import { visibleLine } from '../visible.ts'

/** The currently possible answers to the question, below its body. */
export function answerLines(
  { prompt }: { readonly prompt: Prompt },
  question: Question,
  workspace: string,
): readonly Line[] {
  switch (prompt.at) {
    case 'aside':
      return [line('Press Tab to answer this question.', 'ask'), ...expiry(question)]
    case 'settling':
      return [line(`wait…  ${letters(question)}`, 'dim'), ...expiry(question)]
    case 'armed':
      return [line(letters(question), 'strong'), ...expiry(question)]
    case 'pressed':
      return [line(`${WORDS[prompt.letter]}…  (any other key cancels)`, 'ask')]
    case 'rule':
      return [
        line(
          prompt.scope === 'allow_chat'
            ? 'Allow in this chat with this rule:'
            : 'Always allow with this rule:',
        ),
        field(prompt.line.text),
        ...effectLines(prompt.line.text, question, workspace),
        line('Enter saves the rule and allows, Esc goes back.', 'dim'),
      ]
    case 'note':
      return [
        line('Deny, and tell the agent:'),
        field(prompt.line.text),
        line('Enter denies, Esc goes back.', 'dim'),
      ]
    case 'parts':
      return [
        line('Allow only these parts:'),
        ...partLinesOf(question),
        field(prompt.line.text),
        line(
          'Numbers, then words for the agent: 1,3 keep the old name. Enter allows them, Esc goes back.',
          'dim',
        ),
      ]
    case 'word':
      return [
        line(
          `Type ${visibleLine(wordFor(question) ?? '')} and press Enter to allow. This cannot be undone.`,
          'stop',
        ),
        field(prompt.line.text),
        line('Esc goes back.', 'dim'),
      ]
  }
}

/** The effect of a rule on the call: the same text on the screen and line by line. */
export function effectLines(rule: string, { call }: Question, workspace: string): readonly Line[] {
  const effect = ruleEffect(rule, call, workspace)
  if (effect.kind === 'malformed')
    return [line(`Not a rule yet: ${visibleLine(effect.error.message)}`, 'stop')]
  return [
    ...effect.runs.map((label) => line(`would run    ${visibleLine(label)}`, 'run')),
    ...effect.asks.map((label) => line(`still asks   ${visibleLine(label)}`, 'ask')),
    ...effect.warnings.map((warning) => line(visibleLine(warning), 'stop')),
  ]
}

const WORDS = {
  a: 'Allow once',
  p: 'Allow some parts',
  c: 'Allow for this chat',
  w: 'Always allow',
  d: 'Deny',
  n: 'Deny with a note',
  k: 'Keep waiting',
} as const

function letters(question: Question): string {
  const more = offersOf(question).length === 0 ? '' : '  c this chat  w always…'
  const parts = partsOf(question).length === 0 ? '' : '  p parts…'
  return `a allow once${parts}${more}  d deny  n deny with note  Tab message`
}

function expiry({ approval }: Question): readonly Line[] {
  if (approval.expires_at === null) return []
  return [line(`Expires at ${TIME.format(approval.expires_at)}; k keeps it waiting.`, 'dim')]
}

const TIME = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })

function field(text: string): Line {
  return [
    { text: ': ', tone: 'dim' },
    { text: visibleLine(text), tone: 'plain' },
  ]
}
