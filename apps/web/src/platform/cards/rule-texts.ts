import { count } from '../../ui/times.ts'

/** Texts of the rule editor in a card. */
export const ruleTexts = {
  headings: {
    allow_chat: 'Allow for this chat by this rule',
    allow_always: 'Always allow by this rule',
    project: 'Allow in this project by this rule',
  },
  exact: 'exact command',
  field: 'Rule',
  keep: 'Save rule and allow',
  back: 'Back',
  loading: 'Loading the rules…',
  scope: 'Where the rule applies',
  scopes: { allow_always: 'everywhere, for me', allow_chat: 'this chat', project: 'project file' },
  projectLine: (path: string) => `Adds one line to ${path}, for everyone who trusts it.`,
  projectLoading: 'Checking this folder’s rules file…',
  projectClosed: {
    untrusted: 'This folder’s rules file is not trusted yet. Read it in Settings and trust it first.',
    unreadable: 'This folder’s rules file cannot be read. Fix it first.',
    unknown: 'This folder’s rules file could not be loaded.',
  },
  projectTrouble: (reason: string) => `Not saved and not allowed: ${reason}.`,
  permissions: 'Go to permissions',
  wholeRuns: 'With this rule the whole call would run.',
  wouldRun: 'would run',
  stillAsks: 'still asks',
  asksAgain: ', so this whole command will ask again.',
  opensNothing: ': the rule does not match this call.',
  position: (at: number) => `At character ${at}.`,
  answered: (many: number) => `In the last 30 days, it would have answered ${count(many, 'approval')}.`,
} as const
