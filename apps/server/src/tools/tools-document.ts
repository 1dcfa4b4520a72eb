import { groupOf, type ToolSketch } from '@countersign/agent'

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
    '- **capability**: what a chat must have for the tool to be there at all.',
    '- **after a crash**: a call that was cut off is made again (*safe*), looked at first (*idempotent*), or settled by a person',
    '  (*never*).',
    '',
    'Tools of MCP servers are named `mcp__server__tool`, are `external`, and are seen by the model once it loads their group with',
    '`load_tools`. Results longer than 50,000 characters are cut, with a note.',
    ...groups.flatMap(([name, members]) => ['', `## ${name}`, ...members.flatMap(section)]),
    '',
  ].join('\n')
}

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
