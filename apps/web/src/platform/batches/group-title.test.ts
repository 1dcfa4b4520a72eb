import type { CallBody } from '@countersign/protocol'
import { expect, test } from 'vitest'
import { aCall, anApproval } from '../../testing/views.ts'
import { commonFolder, groupTitle } from './group-title.ts'

const write = (path: string): CallBody => ({
  kind: 'write',
  path,
  before: null,
  after: '',
  outside_workspace: false,
})
const asked = (tool: string, bodies: readonly CallBody[]) =>
  bodies.map((body, index) => {
    const call = aCall(`c${index}`, { tool, body })
    return { call, approval: anApproval(call) }
  })
const shell: CallBody = { kind: 'shell', command: 'npm test', cwd: '/' }

test.each<[string, readonly CallBody[], string, string | null]>([
  ['files.edit', [write('src/a.ts'), write('src/store/b.ts')], '2 similar edits', 'src'],
  ['files.edit', [write('src/a.ts'), write('srcs/b.ts')], '2 similar edits', null],
  ['files.write', [write('a.ts'), write('src/b.ts')], '2 similar writes', null],
  ['files.write', [write('/srv/x/a.ts'), write('/srv/x/b.ts')], '2 similar writes', '/srv/x'],
  ['terminal.exec', [shell, shell], '2 similar commands', null],
  ['mcp__tracker__create', [shell, shell, shell], '3 similar calls', null],
])('%s %j', (tool, bodies, title, folder) => {
  expect(groupTitle(asked(tool, bodies))).toBe(title)
  expect(commonFolder(asked(tool, bodies))).toBe(folder)
})
