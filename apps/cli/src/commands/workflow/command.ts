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
  summary: 'run the saved version of a workflow; each effect asks when it is reached',
  details: 'Exits with 1 if the run fails. Cards wait under `countersign approvals` and on the page.',
  needs: 'server',
  arguments: { workflow: WORKFLOW },
  options: {
    inputs: text('<json>', 'its inputs, as a JSON object'),
    mode: text('<mode>', 'permission mode of the run (default: Ask)'),
    start: flag('do not wait until it ends'),
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
  summary: 'print the draft of a workflow as JSON or as a Mermaid diagram',
  needs: 'server',
  arguments: { workflow: WORKFLOW },
  options: { format: text('<format>', '`json` (default) or `mermaid`') },
  run: async ({ args, options }) => (await import('./workflow.ts')).exportWorkflow(args.workflow, options),
})

const importWorkflow = defineCliCommand({
  name: 'import',
  summary: 'create a workflow from a JSON file; nothing runs',
  needs: 'server',
  arguments: { file: argument('a graph, as `export` prints it, or an n8n workflow') },
  options: { json },
  run: async ({ args, options }) => (await import('./workflow.ts')).importWorkflow(args.file, options),
})

const test = defineCliCommand({
  name: 'test',
  summary: 'run the tests in a workflow file; effects are stubbed, decisions are real, no server is needed',
  needs: 'policy',
  arguments: { file: argument('a graph with `tests`') },
  options: { mode: text('<mode>', 'permission mode (default: Ask)'), json },
  run: async ({ args, options }) => (await import('./test-file.ts')).testWorkflow(args.file, options),
})

/** Workflows: listing them, explaining one, and running it. */
export const workflow = defineCliGroup({
  name: 'workflow',
  summary: 'your workflows: list, run, plan, test, export, import',
  commands: [list, run, plan, test, exportWorkflow, importWorkflow],
})
