import { argument } from '../../command/argument.ts'
import { defineCliCommand, defineCliGroup } from '../../command/cli-command.ts'
import { flag, text } from '../../command/option.ts'
import { json } from '../json-option.ts'

const WORKFLOW = argument('id or name')

const list = defineCliCommand({
  name: 'list',
  summary: 'list your workflows',
  needs: 'server',
  options: { json },
  run: async ({ options }) => (await import('./workflow.ts')).listWorkflows(options),
})

const run = defineCliCommand({
  name: 'run',
  summary: 'run the saved version of a workflow; effects ask as they come',
  details: 'Exits with 1 if the run fails. Cards wait under `countersign approvals` and in the page.',
  needs: 'server',
  arguments: { workflow: WORKFLOW },
  options: {
    inputs: text('<json>', 'its inputs, as a JSON object'),
    mode: text('<mode>', 'permission mode of the run (default: default)'),
    start: flag('do not wait for its end'),
    json,
  },
  run: async ({ args, options }) => (await import('./workflow.ts')).runWorkflow(args.workflow, options),
})

const plan = defineCliCommand({
  name: 'plan',
  summary: 'show what a workflow would do now: what would run, ask or be blocked; nothing runs',
  needs: 'server',
  arguments: { workflow: WORKFLOW },
  options: {
    inputs: text('<json>', 'its inputs, as a JSON object'),
    mode: text('<mode>', 'permission mode'),
    json,
  },
  run: async ({ args, options }) => (await import('./workflow.ts')).planWorkflow(args.workflow, options),
})

const exportWorkflow = defineCliCommand({
  name: 'export',
  summary: 'print the draft of a workflow as JSON',
  needs: 'server',
  arguments: { workflow: WORKFLOW },
  run: async ({ args }) => (await import('./workflow.ts')).exportWorkflow(args.workflow),
})

const importWorkflow = defineCliCommand({
  name: 'import',
  summary: 'make a workflow from a JSON file; nothing runs',
  needs: 'server',
  arguments: { file: argument('a graph, as `export` prints it') },
  options: { json },
  run: async ({ args, options }) => (await import('./workflow.ts')).importWorkflow(args.file, options),
})

/** Workflows: what there is, what one would do, and running it. */
export const workflow = defineCliGroup({
  name: 'workflow',
  summary: 'your workflows: list, run, plan, export, import',
  commands: [list, run, plan, exportWorkflow, importWorkflow],
})
