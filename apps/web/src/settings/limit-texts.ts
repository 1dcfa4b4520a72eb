import type { LimitName, LimitView } from '@countersign/protocol'

const UNITS: Readonly<Record<LimitView['unit'], string>> = {
  count: '',
  seconds: 'seconds',
  dollars: 'US dollars',
  tokens: 'tokens',
  bytes: 'bytes',
}

const LABELS: Readonly<Record<LimitName, string>> = {
  steps: 'Steps',
  work: 'Time of work',
  model_calls: 'Model calls',
  tool_calls: 'Tool calls',
  writes: 'Changes',
  cost: 'Cost',
  subtasks: 'Sub-agents',
  depth: 'Sub-agents below sub-agents',
  parallel: 'Calls that run at once',
  history_tokens: 'History before it is shortened',
  result_bytes: 'Result of a tool, as the model sees it',
  answer_bytes: 'One answer of the model',
  model_start: 'Until the model begins to answer',
  model_silence: 'Silence while it answers',
  local_model_silence: 'Silence of a model on this machine',
}

function amount(value: number | null): string {
  return value === null ? 'no limit' : value.toLocaleString('en-US')
}

/** Words of the limits. */
export const limitTexts = {
  title: 'Limits',
  hint: 'What one turn may use up. An empty field is the standard.',
  turn: 'One turn',
  turnHint:
    'When one of these is used up, a card asks whether the turn goes on. Time spent waiting for you does not count.',
  work: 'How it works',
  workHint: 'These do not end a turn: more waits, is cut, or is an error for the model.',
  model: 'A silent model',
  modelHint: 'A model that says nothing for this long has failed. Signs of life from its server count.',
  label: (name: LimitName, unit: LimitView['unit']) =>
    UNITS[unit] === '' ? LABELS[name] : `${LABELS[name]} (${UNITS[unit]})`,
  amount,
  standard: (variable: string, value: number | null) => `Standard: ${amount(value)} (${variable})`,
  notNumber: 'that is no number',
} as const
