import { CAPABILITIES, groupOf, type ThreadContext, type ToolSketch } from '@countersign/agent'

/** The page that lists every tool, from the declarations of the tools. */
export function toolsDocument(tools: readonly ToolSketch[]): string {
  const groups = [...Map.groupBy(tools, (tool) => groupOf(tool.name))]
  return [
    '# Tools',
    '',
    'The tools the agent can call, generated from their declarations by `npm run docs:tools`. Every call goes through the gate.',
    '',
    '- **category**: the kind of effect, which the mode decides by. A *destructive* tool always needs a person, and so does',
    '  one that *always asks*, although it deletes nothing. *edit-safe* writes run in Accept edits.',
    '- **specifier**: the text that rules match, by its kind (`shell`, `path`, `url`, `text`), as a template over the arguments.',
    '- **capability**: what a chat needs to have the tool at all, see below.',
    '- **after a crash**: an interrupted call is repeated (*safe*), checked first (*idempotent*), or settled by a person',
    '  (*never*).',
    '',
    'Tools of MCP servers are named `mcp__server__tool`, are `external`, and are visible to the model once it loads their group with',
    '`load_tools`. Results longer than 50,000 bytes are cut, with a note.',
    ...CAPABILITY_WORDS,
    ...UNDO_WORDS,
    ...groups.flatMap(([name, members]) => ['', `## ${name}`, ...members.flatMap(section)]),
    '',
  ].join('\n')
}

const CAPABILITY_WORDS = [
  '',
  '## Capabilities',
  '',
  'Rules and modes decide what a call may do; capabilities decide which tools a chat has at all. A tool that needs a capability',
  'the chat lacks is not shown to the model and cannot be loaded; calling it by name ends as `no_capability`, whatever a rule, a mode',
  'or a person says. A sub-agent has at most what the agent above it has. The client sends no tool list.',
  '',
  '| capability | what needs it | a turn | a turn with `chat_context` `editor` |',
  '| --- | --- | --- | --- |',
  ...CAPABILITIES.map(({ id, contexts, about }) => {
    const there = (context: ThreadContext) => (contexts.includes(context) ? 'yes' : 'no')
    return `| \`${id}\` | ${about} | ${there('thread')} | ${there('editor')} |`
  }),
  '',
  'A person grants or withholds one with `countersign capabilities --grant NAME` or `--withhold NAME`, for one run with the same options',
  'of `countersign run`, or over the wire with `capabilities_set`. Each change is an audit row. Withholding takes effect at once, also',
  'for waiting calls. `secrets` can only be granted this way. `COUNTERSIGN_CAPABILITIES` is the most that any chat on this server can',
  'have. MCP servers come from the list that a person maintains, and their tools need `network`.',
]

const UNDO_WORDS = [
  '',
  '## Undo',
  '',
  'A call’s changes to files can be undone from its card, for a whole turn, or with `countersign undo`: contents, file permissions,',
  'links and folders. A later change is a conflict: it is shown and never overwritten.',
  '',
  '- `files.*` save what they are about to change; deleted files move to a trash in the data folder.',
  '- `terminal.exec` saves the workspace before a command that was not judged read-only, and the differences afterwards. Contents that',
  '  did not change since the last command are not read again. The git repository is not touched, and no program is started for this.',
  '- Not saved: what `.gitignore` excludes, `.git`, `node_modules`, `.venv`, `__pycache__`, other mounts, files above 20 MB, and what is',
  '  beyond 256 MB or 5 seconds of reading. In a folder with more than 50,000 files, nothing is saved. Folder permissions are not restored,',
  '  nor are changes by a background process or by a command that a crash interrupted. Changes that others make while a command runs',
  '  count as its own.',
  '- A command that removes or overwrites something not saved **asks in every mode**, unless tools can recreate it: dependencies, build',
  '  output, caches, logs (`node_modules`, `dist`, `build`, `target`, `.next`, `.venv`, `coverage`…). The tool checks the disk for this when',
  '  the call is proposed, up to 20,000 entries and 2 seconds; anything beyond counts as lost. If more would be lost by the time it runs,',
  '  the call ends as `stale`. What a script or program does without naming it in the command is not seen beforehand.',
  '- If such a file is gone or changed after a command, the result says so: `Undo does not bring back: data/dev.db (ignored by git)`. The',
  '  check covers 5,000 ignored files, and outside the workspace the paths that the command names.',
  '- Saved contents are kept for 30 days, up to 5 GB.',
  '',
  '## Files that run later, and secrets',
  '',
  'If a command creates or changes a file that runs on its own later, and no approval named it, the file is taken out of the workspace and',
  'put on a card; see [the terminal](guide/terminal.md). In results of calls that neither a person nor a rule allowed, secrets are shown to',
  'the model as `••••`, and a text that contains this mark cannot overwrite a file with a secret.',
]

function section(tool: ToolSketch): readonly string[] {
  const { specifier } = tool
  const template = specifier.template === '' ? '' : ` \`${specifier.template}\``
  return [
    '',
    `### \`${tool.name}\``,
    '',
    tool.description,
    '',
    '| category | specifier | capability | after a crash | limits |',
    '| --- | --- | --- | --- | --- |',
    `| ${categoryOf(tool)} | ${specifier.kind}${template} | ${tool.capabilities.join(' or ')} | ${tool.repeat} | ${tool.limits.join(', ') || '–'} |`,
  ]
}

function categoryOf(tool: ToolSketch): string {
  const destructive =
    tool.destructive === true
      ? ', destructive'
      : tool.destructive === false
        ? ''
        : `, destructive by its ${tool.destructive === 'by_arguments' ? 'arguments' : 'target'}`
  const asks = tool.asks === 'always' ? ', always asks' : ''
  return `${tool.category}${destructive}${asks}${tool.editSafe ? ', edit-safe' : ''}`
}
