import type { CallView } from '../../calls.ts'

/** The words of a tool: `edit`, `Editing`, `Edited`. */
interface Verb {
  readonly base: string
  readonly doing: string
  readonly done: string
}

const verb = (base: string, doing: string, done: string): Verb => ({ base, doing, done })

/** Every shipped tool. Other tools are shown by their own names. */
export const VERBS: ReadonlyMap<string, Verb> = new Map([
  ['terminal.exec', verb('run', 'Running', 'Ran')],
  ['terminal.list', verb('list what runs', 'Listing what runs', 'Listed what runs')],
  ['terminal.read', verb('read the output of', 'Reading the output of', 'Read the output of')],
  ['terminal.input', verb('type into', 'Typing into', 'Typed into')],
  ['terminal.stop', verb('stop', 'Stopping', 'Stopped')],
  ['files.write', verb('write', 'Writing', 'Wrote')],
  ['files.edit', verb('edit', 'Editing', 'Edited')],
  ['files.create', verb('create', 'Creating', 'Created')],
  ['files.rename', verb('rename', 'Renaming', 'Renamed')],
  ['files.delete', verb('delete', 'Deleting', 'Deleted')],
  ['files.list', verb('list', 'Listing', 'Listed')],
  ['files.read', verb('read', 'Reading', 'Read')],
  ['files.search', verb('search', 'Searching', 'Searched')],
  ['web.fetch', verb('fetch', 'Fetching', 'Fetched')],
  ['list_collections', verb('list collections', 'Listing collections', 'Listed collections')],
  [
    'search_collections',
    verb('search collections for', 'Searching collections for', 'Searched collections for'),
  ],
  ['browser', verb('use the browser on', 'Using the browser on', 'Used the browser on')],
  ['browser_hand_over', verb('take the browser:', 'You have the browser:', 'You had the browser:')],
  ['browser_request', verb('send', 'Sending', 'Sent')],
  ['agent.run', verb('run an agent for', 'Running an agent for', 'Ran an agent for')],
  ['notify.person', verb('notify you of', 'Notifying you of', 'Notified you of')],
  ['generate_image', verb('make a picture of', 'Making a picture of', 'Made a picture of')],
  ['generate_speech', verb('speak', 'Speaking', 'Spoke')],
  ['query_collection', verb('look up in', 'Looking in', 'Looked in')],
  ['web_search', verb('search the web for', 'Searching the web for', 'Searched the web for')],
  ['todo_write', verb('update the to-do list', 'Updating the to-do list', 'Updated the to-do list')],
  ['memory_list', verb('list its notes', 'Listing its notes', 'Listed its notes')],
  ['memory_read', verb('look up', 'Looking up', 'Looked up')],
  ['memory_write', verb('note', 'Noting', 'Noted')],
  ['remember', verb('remember', 'Remembering', 'Remembered')],
  ['forget', verb('forget', 'Forgetting', 'Forgot')],
  ['list_open_panes', verb('list open panes', 'Listing open panes', 'Listed open panes')],
  ['get_pane_context', verb('look at the pane', 'Looking at the pane', 'Looked at the pane')],
  ['editor.save', verb('save', 'Saving', 'Saved')],
  ['editor.proposeEdit', verb('propose a change to', 'Proposing a change to', 'Proposed a change to')],
  ['changes.list', verb('list its changes', 'Listing its changes', 'Listed its changes')],
  ['observability.query', verb('look up calls', 'Looking up calls', 'Looked up calls')],
  [
    'observability.clear',
    verb('restart the list of calls', 'Restarting the list of calls', 'Restarted the list of calls'),
  ],
  ['run_workflow', verb('run the workflow', 'Running the workflow', 'Ran the workflow')],
  ['build_workflow', verb('build a workflow:', 'Building a workflow:', 'Built a workflow:')],
  ['ui_apply', verb('apply proposals to', 'Applying proposals to', 'Applied proposals to')],
  ['ui_save_version', verb('save a version of', 'Saving a version of', 'Saved a version of')],
  ['plan_workflow', verb('plan the workflow', 'Planning the workflow', 'Planned the workflow')],
  ['list_workflows', verb('list workflows', 'Listing workflows', 'Listed workflows')],
  ['get_workflow', verb('look at the workflow', 'Looking at the workflow', 'Looked at the workflow')],
  ['run_node', verb('run the node', 'Running the node', 'Ran the node')],
  ['list_nodes', verb('list nodes', 'Listing nodes', 'Listed nodes')],
  ['get_node', verb('look at the node', 'Looking at the node', 'Looked at the node')],
  ['http.request', verb('send a request to', 'Sending a request to', 'Sent a request to')],
  ['llm.generate', verb('ask the model', 'Asking the model', 'Asked the model')],
  ['llm.extract', verb('extract data with', 'Extracting data with', 'Extracted data with')],
  ['llm.classify', verb('classify with', 'Classifying with', 'Classified with')],
  ['list_tool_groups', verb('list more tools', 'Listing more tools', 'Listed more tools')],
  ['load_tools', verb('load the tools of', 'Loading the tools of', 'Loaded the tools of')],
])

const CALL = verb('call', 'Calling', 'Called')

/** Actions of the browser, which is one tool for all of them. */
const ACTIONS: ReadonlyMap<unknown, Verb> = new Map([
  ['navigate', verb('open', 'Opening', 'Opened')],
  ['open_tab', verb('open', 'Opening', 'Opened')],
  ['snapshot', verb('read', 'Reading', 'Read')],
  ['screenshot', verb('look at', 'Looking at', 'Looked at')],
  ['click', verb('click', 'Clicking', 'Clicked')],
  ['type', verb('type into', 'Typing into', 'Typed into')],
  ['select', verb('choose in', 'Choosing in', 'Chose in')],
  ['upload', verb('upload to', 'Uploading to', 'Uploaded to')],
  ['download', verb('download', 'Downloading', 'Downloaded')],
  ['hand_over', verb('hand over', 'Handing over', 'Handed over')],
])

const DRAW = verb('draw', 'Drawing', 'Drew')

const dataOf = (body: CallView['body']): Readonly<Record<string, unknown>> =>
  'data' in body ? body.data : {}

/** A picture that is drawn from text; the text itself names it badly. */
const isDrawing = (tool: string, body: CallView['body'] | undefined): boolean =>
  tool === 'generate_image' &&
  body !== undefined &&
  typeof dataOf(body)['drawing'] === 'object' &&
  dataOf(body)['drawing'] !== null

/** The verb for a call, the same in every client: what it does, is doing, did, or failed to do. The object follows it. */
export function callVerb(
  call: Pick<CallView, 'tool' | 'state' | 'error_code' | 'started_at'> & { readonly body?: CallView['body'] },
): string {
  const action = call.tool === 'browser' && call.body !== undefined ? dataOf(call.body)['action'] : undefined
  const { base, doing, done } = isDrawing(call.tool, call.body)
    ? DRAW
    : (ACTIONS.get(action) ?? VERBS.get(call.tool) ?? CALL)
  switch (call.state) {
    case 'proposed':
    case 'waiting':
    case 'approved':
      return `${base[0]?.toUpperCase() ?? ''}${base.slice(1)}`
    case 'running':
      return doing
    case 'succeeded':
    case 'interrupted':
      return done
    case 'failed':
      if (call.error_code === 'stale') return `Did not ${base}`
      // A command that ended with an error did run.
      return call.tool === 'terminal.exec' && RAN.has(call.error_code ?? '') ? done : `Failed to ${base}`
    case 'blocked':
    case 'denied':
    case 'expired':
    case 'cancelled':
    case 'abandoned':
      return `Did not ${base}`
  }
}

/** Error codes of commands that began. */
const RAN: ReadonlySet<string> = new Set(['exit', 'timeout', 'stopped', 'sandbox_refused'])

/** The object of a call, after its verb. A running search shows its pattern; later the summary has it. */
export function callObject({ tool, title, body, specifier, ended_at }: CallView): string {
  if (isDrawing(tool, body)) return title.replace(/^Draw /, '')
  const element = tool === 'browser' ? dataOf(body)['element'] : undefined
  if (typeof element === 'object' && element !== null && 'name' in element && element.name !== '')
    return String(element.name)
  const object = body.kind === 'path' && specifier === '.' ? 'the workspace' : specifier
  const pattern = body.kind === 'path' && 'pattern' in body ? body.pattern : undefined
  return pattern === undefined || ended_at !== null ? object : `${object} for "${pattern}"`
}

/** Whether a verb is enough to name calls of this tool; other tools also show their own name. */
export function isShipped({ tool }: Pick<CallView, 'tool'>): boolean {
  return VERBS.has(tool)
}

/** The outcome of a call in a few words: its tool's summary, or why it failed. Empty: there is nothing to add. */
export function callSummary(call: CallView): string {
  if (call.ended_at === null) return ''
  if (call.summary !== undefined) return call.summary
  return call.state === 'failed' && call.error_code !== 'stale' ? (FAILURES.get(call.error_code) ?? '') : ''
}

const FAILURES: ReadonlyMap<string, string> = new Map([
  ['no_match', 'old text not found'],
  ['not_found', 'not found'],
  ['not_a_file', 'not a file'],
  ['not_a_folder', 'not a folder'],
  ['not_a_text', 'not a text file'],
  ['binary', 'not a text file'],
  ['exists', 'already there'],
  ['no_change', 'changes nothing'],
  ['no_capability', 'not available here'],
  ['not_set_up', 'not set up'],
  ['no_browser', 'no browser here'],
  ['client_gone', 'its page is closed'],
  ['server_gone', 'its server is gone'],
  ['timeout', 'timed out'],
  ['no_such_range', 'ends before that'],
  ['bad_pattern', 'bad pattern'],
  ['bad_arguments', 'bad arguments'],
  ['unknown_tool', 'no such tool'],
  ['not_started', 'could not start'],
  ['stopped', 'stopped'],
  ['cancelled', 'stopped'],
  ['sandbox_refused', 'the sandbox refused it'],
  ['no_such_host', 'no such host'],
  ['unreachable', 'not reachable'],
  ['too_many_redirects', 'too many redirects'],
  ['own_server', 'one of our own servers'],
])
