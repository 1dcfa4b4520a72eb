import { argument } from '../../command/argument.ts'
import { bodiesOf, defineCliCommand, defineCliGroup } from '../../command/cli-command.ts'
import { flag, text } from '../../command/option.ts'
import { json } from '../json-option.ts'

const id = argument('id of the call, or its beginning')
const note = text('<text>', 'a note for the agent')

const list = defineCliCommand({
  name: 'list',
  summary: 'list what waits, oldest first',
  needs: 'server',
  options: { json },
  run: async ({ options }) => (await import('./approvals.ts')).listApprovals(options),
})

const show = defineCliCommand({
  name: 'show',
  summary: 'print exactly what would happen, why it asks, and the rules on offer',
  needs: 'server',
  arguments: { id },
  options: { json },
  run: async ({ args, options, program }) =>
    (await import('./approvals.ts')).showApproval(args.id, options, await bodiesOf(program)),
})

const allow = defineCliCommand({
  name: 'allow',
  summary: 'allow a call, once or from now on',
  needs: 'server',
  arguments: { id },
  options: {
    chat: flag('also save the first offered rule for this chat'),
    always: flag('also save the first offered rule'),
    rule: text('<rule>', 'also save this rule'),
    parts: text('<numbers>', 'only these parts of the change, as `show` numbers them: 1,3'),
    note,
    json,
  },
  run: async ({ args, options }) => (await import('./approvals.ts')).answerApproval(args.id, true, options),
})

const deny = defineCliCommand({
  name: 'deny',
  summary: 'deny a call',
  needs: 'server',
  arguments: { id },
  options: { note, json },
  run: async ({ args, options }) => (await import('./approvals.ts')).answerApproval(args.id, false, options),
})

const settle = defineCliCommand({
  name: 'settle',
  summary: 'record what happened to a call that a crash cut off',
  needs: 'server',
  arguments: { id, how: argument('done, not-done, or again (run it once more)') },
  options: { json },
  run: async ({ args, options }) => (await import('./approvals.ts')).settleCall(args.id, args.how, options),
})

export const approvals = defineCliGroup({
  name: 'approvals',
  summary: 'list and answer what waits for you',
  commands: [list, show, allow, deny, settle],
})
