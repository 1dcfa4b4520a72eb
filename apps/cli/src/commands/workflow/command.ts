import { argument, restArguments } from '../../command/argument.ts'
import { bodiesOf, defineCliCommand, defineCliGroup } from '../../command/cli-command.ts'
import { flag, number, text } from '../../command/option.ts'
import { json } from '../json-option.ts'

const WORKFLOW = argument('id or name')
const NODE_TYPE = argument('a type, such as `files.read`')

const list = defineCliCommand({
  name: 'list',
  summary: 'list your workflows',
  needs: 'server',
  options: { json },
  run: async ({ options }) => (await import('./workflow.ts')).listWorkflows(options),
})

const show = defineCliCommand({
  name: 'show',
  summary: 'show one: its version, inputs, what it may do, its last runs, and its graph',
  needs: 'server',
  arguments: { workflow: WORKFLOW },
  options: {
    version: text('<hash>', 'a saved version, or the beginning of its hash (default: the newest)'),
    json,
  },
  run: async ({ args, options }) => (await import('./show.ts')).showWorkflow(args.workflow, options),
})

const nodes = defineCliCommand({
  name: 'nodes',
  summary: 'list the types of nodes, or those that match some words',
  needs: 'server',
  arguments: { words: restArguments('words in the name or description') },
  options: { json },
  run: async ({ args, options }) => (await import('./nodes.ts')).listNodes(args.words, options),
})

const node = defineCliCommand({
  name: 'node',
  summary: 'show one node: its inputs and outputs, and what it does',
  needs: 'server',
  arguments: { type: NODE_TYPE },
  options: { json },
  run: async ({ args, options }) => (await import('./nodes.ts')).showNode(args.type, options),
})

const runNode = defineCliCommand({
  name: 'run-node',
  summary: 'run one node without a workflow; an effect asks in this terminal',
  details:
    'It runs as a workflow of this one node, which is removed afterwards: its call is decided, recorded and audited as in any run. Without a terminal, an effect that asks is denied. Exits with 1 if it fails, 2 if it was denied.',
  needs: 'server',
  arguments: { type: NODE_TYPE },
  options: {
    inputs: text('<json>', 'its inputs, as a JSON object'),
    mode: text('<mode>', 'permission mode (default: Ask)'),
    dir: text('<folder>', 'the folder it works in (default: this one)'),
    json,
  },
  run: async ({ args, options, program }) =>
    (await import('./run-node.ts')).runNode(args.type, options, await bodiesOf(program)),
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

const replay = defineCliCommand({
  name: 'replay',
  summary: 'try the draft on the last runs: which calls would be new, gone or different, and which would ask',
  details:
    'Uses the recorded inputs and results of the runs. Only code nodes run, and they cannot reach anything outside.',
  needs: 'server',
  arguments: { workflow: WORKFLOW },
  options: {
    version: text('<hash>', 'a saved version instead of the draft, or the beginning of its hash'),
    runs: number('<number>', 'how many of the last runs, up to 20 (default: 5)'),
    mode: text('<mode>', 'permission mode (default: Ask)'),
    json,
  },
  run: async ({ args, options }) => (await import('./replay.ts')).replayWorkflow(args.workflow, options),
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

/** Workflows and their nodes: listing them, explaining one, and running it. */
export const workflow = defineCliGroup({
  name: 'workflow',
  summary: 'your workflows: list, show, run, plan, replay, test, export, import; and their nodes',
  commands: [list, show, run, plan, replay, test, exportWorkflow, importWorkflow, nodes, node, runNode],
})
