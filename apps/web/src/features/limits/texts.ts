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
  work: 'Working time',
  model_calls: 'Model calls',
  tool_calls: 'Tool calls',
  writes: 'Changes',
  cost: 'Cost',
  subtasks: 'Sub-agents',
  depth: 'Depth of sub-agents',
  parallel: 'Calls at once',
  history_tokens: 'History length before it is shortened',
  result_bytes: 'Tool result, as the model sees it',
  answer_bytes: 'One model answer',
  model_start: 'Wait for the answer to begin',
  model_silence: 'Longest pause during an answer',
  local_model_silence: 'Longest pause from a local model',
}

function amount(value: number | null): string {
  return value === null ? 'no limit' : value.toLocaleString('en-US')
}

/** Words of the limits. */
export const limitTexts = {
  title: 'Limits',
  hint: 'How much one turn may use. Leave a field empty to use the default.',
  turn: 'One turn',
  turnHint:
    'When one of these runs out, a card asks whether to continue the turn. Time spent waiting for you does not count.',
  work: 'Inside a turn',
  workHint: 'These do not end a turn. Anything beyond them waits, is cut, or gives the model an error.',
  model: 'Unresponsive models',
  modelHint:
    'A model that sends nothing for this long is treated as failed. Keep-alive signals from its server reset the timer.',
  label: (name: LimitName, unit: LimitView['unit']) =>
    UNITS[unit] === '' ? LABELS[name] : `${LABELS[name]} (${UNITS[unit]})`,
  amount,
  standard: (variable: string, value: number | null) => `Default: ${amount(value)} (${variable})`,
  notNumber: 'not a number',
} as const
