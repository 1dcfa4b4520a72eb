import {
  CAPABILITIES,
  capabilitiesOf,
  groupOf,
  type Capability,
  type ChatContext,
  type ToolSketch,
} from '@countersign/agent'

const NEEDED_BY: Readonly<Record<Capability, string>> = {
  safe: 'reading and listing in the workspace',
  knowledge: 'memory, the list of what is to do, further tools',
  network: 'the web, servers of MCP',
  workspace_write: 'changes of files, the terminal',
  editor_mutate: 'tools of a client that change something there',
  subagent: 'sub-agents',
  secrets: 'what handles secrets; no tool that is shipped does',
}

/** The page that lists every tool, made from what the tools say of themselves. */
export function toolsDocument(tools: readonly ToolSketch[]): string {
  const groups = [...Map.groupBy(tools, (tool) => groupOf(tool.name))]
  return [
    '# Tools',
    '',
    'What the agent can call, made from the declarations by `npm run docs:tools`. Every call goes through the gate.',
    '',
    '- **category**: what kind of effect it has; the mode decides by it. *destructive* always needs a person. *edit-safe* writes',
    '  run in `acceptEdits`.',
    '- **specifier**: the text that rules match, by its kind (`shell`, `path`, `url`, `text`), as a template over the arguments.',
    '- **capability**: what a chat must have for the tool to be there at all, see below.',
    '- **after a crash**: a call that was cut off is made again (*safe*), looked at first (*idempotent*), or settled by a person',
    '  (*never*).',
    '',
    'Tools of MCP servers are named `mcp__server__tool`, are `external`, and are seen by the model once it loads their group with',
    '`load_tools`. Results longer than 50,000 characters are cut, with a note.',
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
  'Rules and modes decide what a call may do; capabilities decide which tools a chat has at all. A tool that needs what the chat',
  'does not have is not shown to the model, cannot be loaded, and a call of it by name ends as `no_capability`, whatever rule, mode',
  'or person says. A sub-agent has at most what the agent above it has. The client sends no tool list.',
  '',
  '| capability | what needs it | a chat | a chat beside a client with tools that change it |',
  '| --- | --- | --- | --- |',
  ...CAPABILITIES.map((one) => {
    const there = (context: ChatContext) => (capabilitiesOf(context).has(one) ? 'yes' : 'no')
    return `| \`${one}\` | ${NEEDED_BY[one]} | ${there('thread')} | ${there('editor')} |`
  }),
  '',
  'A person gives one to a chat or takes one from it with `countersign capabilities --grant NAME` or `--withhold NAME`, for one run',
  'with the same options of `countersign run`, or over the wire with `capabilities_set`; each change is a row of the audit, and what',
  'is taken holds at once, for calls that wait too. `secrets` comes only so. `COUNTERSIGN_CAPABILITIES` is the list that no chat of',
  'this server goes beyond. Servers of MCP come from the list that a person keeps, and their tools need `network`.',
]

const UNDO_WORDS = [
  '',
  '## Undo',
  '',
  'What a call changed in files can be put back from its card, for a whole turn, or with `countersign undo`: bytes, permissions of files,',
  'links and folders. What was changed since is a conflict: it is shown and never overwritten.',
  '',
  '- `files.*` keep what they are about to change; a deleted thing is moved into a trash in the data folder.',
  '- `terminal.exec` keeps, before a command that was not judged read-only, what is in the workspace, and afterwards what became other.',
  '  Contents that did not change since the last command are not read again. The repository of the workspace is not touched and no',
  '  program is started for it.',
  '- Not kept: what `.gitignore` leaves out, `.git`, `node_modules`, `.venv`, `__pycache__`, other mounts, files above 20 MB, and what is',
  '  beyond 256 MB or 5 seconds of reading. In a folder with more than 50,000 files nothing is kept. Permissions of folders, and what a',
  '  background process or a command that a crash cut off changed, are not put back. What others change while a command runs counts as',
  '  its work.',
  '- A command that removes or overwrites something that is not kept **asks in every mode**, unless tools make it again: dependencies, build',
  '  output, caches, logs (`node_modules`, `dist`, `build`, `target`, `.next`, `.venv`, `coverage`…). The tool looks at the disk for that when',
  '  the call is proposed, at most 20,000 things and 2 seconds; what is beyond counts as lost. What came since and would be lost, too,',
  '  ends the call as `stale`. What a script or a program does without naming it in the command is not seen beforehand.',
  '- Where such a thing is gone or changed after a command, the result says so: `Undo does not bring back: data/dev.db (ignored by git)`. It',
  '  looks at 5,000 things that are ignored, and outside the workspace at what the command names.',
  '- Things are kept for 30 days, and at most 5 GB of them.',
  '',
  '## Files that run later, and secrets',
  '',
  'What a command made or changed under a name that runs by itself later, and what no yes spelled, is taken out of the workspace and put',
  'on one card; see [the terminal](guide/terminal.md). In results of calls that nobody allowed by person or rule, secrets are hidden from the',
  'model as `••••`, and a file with a secret is not overwritten by a text that holds that sign.',
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
    `| ${categoryOf(tool)} | ${specifier.kind}${template} | ${tool.capability} | ${tool.repeat} | ${tool.limits.join(', ') || '–'} |`,
  ]
}

function categoryOf(tool: ToolSketch): string {
  const destructive =
    tool.destructive === true
      ? ', destructive'
      : tool.destructive === 'by_arguments'
        ? ', destructive by its arguments'
        : ''
  return `${tool.category}${destructive}${tool.editSafe ? ', edit-safe' : ''}`
}
