import { expect, test } from 'vitest'
import { readHookInput } from './hook.ts'

const CWD = '/srv/app'

function toolOf(
  tool_name: string,
  tool_input: unknown,
  files: Readonly<Record<string, string | null>> = {},
  permission_mode = 'default',
): string {
  const event = {
    hook_event_name: 'PreToolUse',
    session_id: 's',
    cwd: CWD,
    permission_mode,
    tool_name,
    tool_input,
  }
  const input = readHookInput(JSON.stringify(event), 'claude-code', {
    cwd: CWD,
    home: '/home/ana',
    file: (path) => files[path],
  })
  if (input.kind !== 'call') throw new Error(JSON.stringify(input))
  return input.hook.call.tool.name
}

const PROJECT = `${CWD}/.claude/skills/deploy/SKILL.md`
const OWN = '/home/ana/.claude/skills/deploy/SKILL.md'
const COMMAND = '/home/ana/.claude/commands/deploy.md'
const TEXT = '---\nname: deploy\n---\nSay hello! Then `ls`.'

test.each([
  ['a text in the project', { [PROJECT]: TEXT }],
  ['a text of the person', { [OWN]: TEXT }],
  ['a command of the person', { [COMMAND]: TEXT }],
  ['texts in both', { [PROJECT]: TEXT, [OWN]: TEXT }],
])('a skill that is %s is talk', (_what, files) => {
  expect(toolOf('Skill', { skill: 'deploy' }, files)).toBe('outside.talk')
})

test.each([
  ['found nowhere', 'deploy', {}],
  ['of a plugin', 'tools:deploy', { [PROJECT]: TEXT }],
  ['named by a path', '../deploy', { [PROJECT]: TEXT }],
  ['with a command that Claude Code runs', 'deploy', { [PROJECT]: `${TEXT}\nNow: !\`touch x\`` }],
  ['with a block of commands', 'deploy', { [PROJECT]: `${TEXT}\n\`\`\`!\ntouch x\n\`\`\`` }],
  ['with hooks of its own', 'deploy', { [PROJECT]: '---\nhooks:\n  PreToolUse: []\n---\n' }],
  ['with a command in one of two places', 'deploy', { [PROJECT]: TEXT, [COMMAND]: '!`x`' }],
  ['that cannot be looked at', 'deploy', { [PROJECT]: TEXT, [OWN]: null }],
])('a skill %s asks', (_what, skill, files) => {
  expect(toolOf('Skill', { skill }, files)).toBe('Skill')
})

test.each([
  ['Write', '/home/ana/.claude/plans/quiet-river.md', 'plan', 'outside.talk'],
  ['Edit', '/home/ana/.claude/plans/quiet-river.md', 'plan', 'outside.talk'],
  ['Write', '/home/ana/.claude/plans/quiet-river.md', 'default', 'files.write'],
  ['Write', '/home/ana/.claude/plans/../settings.json', 'plan', 'files.write'],
  ['Write', '/home/ana/.claude/plans/a/b.md', 'plan', 'files.write'],
  ['Write', '/home/ana/.claude/plans/run.sh', 'plan', 'files.write'],
  ['Write', `${CWD}/plans/a.md`, 'plan', 'files.write'],
])(
  '%s of %s in %s mode is %s: a plan is kept, and nothing else is written',
  (tool, file_path, mode, seen) => {
    expect(toolOf(tool, { file_path, content: 'x', old_string: 'a', new_string: 'b' }, {}, mode)).toBe(seen)
  },
)
