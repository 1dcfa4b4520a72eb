import type { CallCategory } from './calls.ts'
import type { Capability } from './capabilities.ts'

/** The server's facts about a workbench tool. A client that offers one only has to be able to run it. */
export interface WorkbenchTool {
  readonly name: string
  readonly description: string
  /** `client`: a window runs it. `server`: no window can offer it. */
  readonly runs: 'client' | 'server'
  readonly kind: 'agentTool' | 'layout'
  readonly category: CallCategory
  readonly editSafe: boolean
  readonly asks?: 'always'
  readonly capability: Capability
  readonly specifier: { readonly kind: 'path' | 'text'; readonly template: string }
  /** It is visible without a request. */
  readonly core?: true
  /** JSON Schema of its arguments. */
  readonly params: WorkbenchParams
}

export interface WorkbenchParams extends Readonly<Record<string, unknown>> {
  readonly type: 'object'
  readonly properties: Readonly<Record<string, unknown>>
  readonly required: readonly string[]
  readonly additionalProperties: false
}

/** Limits: edits in one call, and characters of one text. */
export const EDIT_LIMIT = 200
export const TEXT_LIMIT = 2_000_000

const text = (description: string, maxLength = 4096) =>
  ({ type: 'string', minLength: 1, maxLength, description }) as const
const path = text('File, from the workspace root.')
const pane = text('The `instanceId` from `list_open_panes`.', 500)
const side = { type: 'string', enum: ['left', 'right', 'above', 'below', 'with'] } as const
const edits = {
  type: 'array',
  minItems: 1,
  maxItems: EDIT_LIMIT,
  items: {
    type: 'object',
    properties: {
      old_text: text('The exact current text.', TEXT_LIMIT),
      new_text: { type: 'string', maxLength: TEXT_LIMIT, description: 'The replacement text.' },
      all: { type: 'boolean', description: 'Replace every occurrence; otherwise there must be exactly one.' },
    },
    required: ['old_text', 'new_text'],
    additionalProperties: false,
  },
} as const

function params(properties: Readonly<Record<string, unknown>>, required: readonly string[]): WorkbenchParams {
  return { type: 'object', properties, required, additionalProperties: false }
}

const READS = { category: 'read', editSafe: false, capability: 'safe', kind: 'agentTool' } as const
const OF_PATH = { kind: 'path', template: '{path}' } as const

function layout(verb: string, description: string, template: string, schema: WorkbenchParams): WorkbenchTool {
  const specifier = { kind: 'text', template } as const
  return {
    ...READS,
    name: `layout.${verb}`,
    description,
    runs: 'client',
    kind: 'layout',
    specifier,
    params: schema,
  }
}

const workflow = text('Id of the workflow, as `list_workflows` gives it.', 64)
const address = text(
  'Address of the node: its id, behind the ids of the nodes whose bodies it is in: `each/save`.',
  400,
)
const end = {
  type: 'array',
  items: { type: 'string' },
  minItems: 2,
  maxItems: 2,
  description: 'Node and port; `$input` for an input of the graph.',
} as const
const inBody = {
  type: 'string',
  maxLength: 400,
  description: 'Address of the node whose body contains it.',
} as const
const values = { type: 'object', description: 'Values by input name.' } as const

/** A tool of the workflow editor. Reads and proposals change nothing: a proposal is drawn, and a person accepts or declines it. */
function canvas(
  verb: string,
  description: string,
  properties: Readonly<Record<string, unknown>> = {},
  required: readonly string[] = [],
  facts: Partial<WorkbenchTool> = {},
): WorkbenchTool {
  return {
    ...READS,
    name: `ui_${verb}`,
    description,
    runs: 'client',
    capability: 'editor_mutate',
    specifier: { kind: 'text', template: '{workflow_id}' },
    params: params({ workflow_id: workflow, ...properties }, ['workflow_id', ...required]),
    ...facts,
  }
}

const CANVAS: readonly WorkbenchTool[] = [
  canvas('open_workflow', 'Opens a workflow in its editor beside the chat. It only shows it.'),
  canvas('get_graph', 'Gives the draft in the editor, its problems and the open proposals.'),
  canvas('search_nodes', 'Finds types of nodes by words.', { query: text('Words.', 200) }, ['query']),
  canvas('select', 'Selects a node, so that the person sees it.', { node: address }, ['node']),
  canvas(
    'add_node',
    'Proposes a new node. Nothing changes until the person accepts it.',
    {
      node_type: text('Type of the node.', 200),
      id: text('The id that it should have.', 64),
      title: text('Its title.', 200),
      inputs: values,
      body: inBody,
    },
    ['node_type'],
  ),
  canvas(
    'update_node_data',
    'Proposes values, bounds, a time limit or declared ports of a node.',
    {
      node: address,
      inputs: values,
      bounds: { type: 'array', items: { type: 'string' }, maxItems: 100 },
      timeout: text('As in `60s`.', 20),
      ports: { type: 'object' },
    },
    ['node'],
  ),
  canvas('set_node_title', 'Proposes a title of a node.', { node: address, title: text('The title.', 200) }, [
    'node',
    'title',
  ]),
  canvas(
    'connect_nodes',
    'Proposes a wire from an output to an input.',
    { from: end, to: end, pick: text('Part of the value, as in `a.b[0]`.', 500), body: inBody },
    ['from', 'to'],
  ),
  canvas('delete_edge', 'Proposes to remove a wire.', { from: end, to: end, body: inBody }, ['from', 'to']),
  canvas('delete_node', 'Proposes to remove a node with its wires.', { node: address }, ['node']),
  canvas(
    'move_node',
    'Proposes where a node is drawn.',
    { node: address, x: { type: 'number' }, y: { type: 'number' } },
    ['node', 'x', 'y'],
  ),
  canvas(
    'paste',
    'Proposes all nodes and wires of a graph: give it, or the `hash` that `build_workflow` gave.',
    {
      graph: { type: 'object' },
      hash: text('Hash of a graph.', 64),
      body: inBody,
    },
  ),
  canvas('layout', 'Proposes to arrange all nodes.'),
  canvas('discard', 'Takes all open proposals back.'),
  canvas(
    'apply',
    'Puts all open proposals into the draft, once the person said yes; they may accept some of them. It makes no version.',
    {
      revision: {
        type: 'integer',
        description: 'Applies nothing if the proposals are not at this revision.',
      },
    },
    [],
    { category: 'write', editSafe: true },
  ),
  canvas(
    'save_version',
    'Saves the draft as a version, which can be run and named by triggers. It must compile.',
    { message: { type: 'string', maxLength: 1000, description: 'What is new.' } },
    [],
    { category: 'write', runs: 'server' },
  ),
]

/**
 * Every tool of the workbench, including those of the workflow editor, with all facts that the gate uses. A client that offers one of these
 * names gets these facts, whatever it claims.
 */
export const WORKBENCH_TOOLS: ReadonlyMap<string, WorkbenchTool> = new Map(
  [
    {
      ...READS,
      name: 'editor.open',
      description:
        'Opens a file in an editor next to the chat, at a line if one is given. It only shows the file.',
      runs: 'client',
      specifier: OF_PATH,
      params: params({ path, line: { type: 'integer', minimum: 1 } }, ['path']),
    },
    {
      ...READS,
      name: 'editor.diagnostics',
      description: 'Lists the errors and warnings in a file that is open in an editor, or in all open files.',
      runs: 'client',
      specifier: OF_PATH,
      params: params({ path }, []),
    },
    {
      name: 'editor.applyEdit',
      description:
        'Edits the text of a file that is open in an editor, without saving it. Each old text must match exactly and occur only once; either all edits are applied or none. The person can undo them in one step.',
      runs: 'client',
      kind: 'agentTool',
      category: 'write',
      editSafe: true,
      capability: 'editor_mutate',
      specifier: OF_PATH,
      params: params({ path, edits }, ['path', 'edits']),
    },
    {
      name: 'editor.save',
      description: 'Saves the current text of a file that is open in an editor.',
      runs: 'server',
      kind: 'agentTool',
      category: 'write',
      editSafe: true,
      capability: 'workspace_write',
      specifier: OF_PATH,
      params: params({ path }, ['path']),
    },
    {
      name: 'editor.proposeEdit',
      description:
        'Shows the person a change to a file and waits for their answer; they may accept parts of it. Give `edits` or the whole `content`.',
      runs: 'server',
      kind: 'agentTool',
      category: 'write',
      editSafe: true,
      asks: 'always',
      capability: 'workspace_write',
      specifier: OF_PATH,
      params: params(
        {
          path,
          edits,
          content: { type: 'string', maxLength: TEXT_LIMIT, description: 'The whole new content.' },
          note: { type: 'string', maxLength: 2000, description: 'What the person should look at.' },
        },
        ['path'],
      ),
    },
    layout(
      'list',
      'Lists the types of panes with their parameters, and the saved layouts.',
      '',
      params({}, []),
    ),
    {
      ...layout(
        'open',
        'Opens a pane beside the chat, or shows the one that has these parameters. It only draws: nothing starts.',
        '{type}',
        params(
          {
            type: text('Type of the pane, from `layout.list`.', 100),
            params: { type: 'object', additionalProperties: { type: 'string', maxLength: 4096 } },
            beside: pane,
            side,
          },
          ['type'],
        ),
      ),
      core: true,
    },
    layout(
      'split',
      'Splits the place of a pane in two. `vertical` puts the new place at the right, `horizontal` below.',
      '{pane}',
      params(
        {
          pane,
          instanceId: pane,
          direction: { type: 'string', enum: ['right', 'left', 'above', 'below', 'vertical', 'horizontal'] },
          type: text('Type of the pane that opens there.', 100),
        },
        ['direction'],
      ),
    ),
    layout(
      'move',
      'Moves a pane to a side of another one, or with it into one place as a tab.',
      '{pane}',
      params({ pane, instanceId: pane, beside: pane, side }, ['beside', 'side']),
    ),
    layout(
      'focus',
      'Brings the tab of a pane to the front. The keyboard stays where it is.',
      '{pane}',
      params({ pane, instanceId: pane }, []),
    ),
    layout(
      'close',
      'Closes a pane. A pane with unsaved work stays open.',
      '{pane}',
      params({ pane, instanceId: pane }, []),
    ),
    layout(
      'switch',
      'Switches to another saved layout of the panes in this folder.',
      '{layout}',
      params(
        { layout: text('Name of the layout.', 200), workspace: text('Another name of `layout`.', 200) },
        [],
      ),
    ),
    {
      ...READS,
      name: 'changes.list',
      description: 'Lists what this chat changed in files, and what was undone by hand.',
      runs: 'server',
      specifier: { kind: 'text', template: '{turn}' },
      params: params({ turn: text('Id of a turn. Absent: the whole chat.', 100) }, []),
    },
    {
      ...READS,
      name: 'observability.query',
      description:
        'Reports the number of tool calls across all chats, how many failed, and the latest model and tool calls with time, state, duration, tokens and cost.',
      runs: 'server',
      specifier: { kind: 'text', template: '' },
      params: params(
        {
          since: text('Time from which on, in ISO 8601, or how far back: `30m`, `2h`, `1d`.', 40),
          tool: text('Name of a tool, a group such as `files.`, or `model`.', 100),
          state: text('`error`, `waiting`, `running`, `done` or `refused`.', 40),
        },
        [],
      ),
    },
    {
      name: 'observability.clear',
      description: 'Moves the start of the observability view to now. No row is deleted.',
      runs: 'server',
      kind: 'agentTool',
      category: 'write',
      editSafe: false,
      capability: 'knowledge',
      specifier: { kind: 'text', template: '' },
      params: params({}, []),
    },
    ...CANVAS,
  ].map((tool) => [tool.name, tool as WorkbenchTool]), // each entry is written as one; the compiler widens the literals of a list
)

/** Whether a name belongs to the workbench, known or not: no other client may use it. */
export function isWorkbenchName(name: string): boolean {
  return /^(?:editor|layout|changes|observability)\.|^ui_/.test(name)
}
