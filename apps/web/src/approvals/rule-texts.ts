import { count } from '../ui/times.ts'

/** Words of the rule editor in a card. */
export const ruleTexts = {
  heading: (scope: 'allow_chat' | 'allow_always') =>
    scope === 'allow_chat' ? 'Allow for this chat by this rule' : 'Always allow by this rule',
  exact: 'exact command',
  field: 'Rule',
  keep: 'Keep rule and allow',
  back: 'Back',
  loading: 'Reading the rules…',
  scope: 'Where the rule holds',
  scopes: { allow_always: 'always, mine', allow_chat: 'this chat' },
  wholeRuns: 'With this rule the whole call would run.',
  wouldRun: 'would run',
  stillAsks: 'still asks',
  asksAgain: ', so this whole command will ask again.',
  opensNothing: ': the rule does not fit this call.',
  position: (at: number) => `At character ${at}.`,
  answered: (many: number) => `In the last 30 days it would have answered ${count(many, 'approval')}.`,
} as const
