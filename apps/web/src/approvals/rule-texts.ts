/** Words of the rule editor in a card. */
export const ruleTexts = {
  heading: (scope: 'allow_chat' | 'allow_always') =>
    scope === 'allow_chat' ? 'Allow for this chat by this rule' : 'Always allow by this rule',
  field: 'Rule',
  keep: 'Keep rule and allow',
  back: 'Back',
  wouldRun: 'With this rule the whole call would run.',
  stillAsks: 'still asks',
  asksAgain: ', so the whole command will ask again.',
} as const
