import { defineTool, type Tool } from '@countersign/agent'
import { partLines, TurnId, type UserId } from '@countersign/protocol'
import { z } from 'zod'
import { Refused } from '../../platform/route.ts'
import { READ } from '../../rules/reading.ts'
import { judge, undoneCalls, type JudgedHunk } from './changes-view.ts'
import type { KeptHunks } from './kept-hunks.ts'
import { loadChanges, type ChangesHost } from './load-changes.ts'

/** Most lines of one answer. */
const MOST = 300

const WORDS = {
  open: 'in the file',
  kept: 'kept by the person',
  undone: 'UNDONE by the person',
  replaced: 'changed since',
} as const
const AUTHORS = { agent: 'you', command: 'your command', you: 'the person, by hand' } as const

/** `changes.list`: the changes of this thread, and which of them the person kept or undid. Names and lines, no contents. */
export function listTool(host: ChangesHost, kept: KeptHunks, user: UserId): Tool {
  return defineTool({
    name: 'changes.list',
    description:
      'Lists what you, your commands and the person changed in this chat, by file and hunk, and which hunks the person kept or undid. Do not repeat an undone change without asking.',
    input: z.object({ turn: TurnId.optional().describe('Only this turn; absent: the whole chat.') }),
    category: 'read',
    destructive: false,
    editSafe: false,
    capability: 'safe',
    specifier: { kind: 'text', template: '{turn}' },
    repeat: 'safe',
    parallelSafe: true,
    onRequest: true,
    title: () => 'List the changes of this chat',
    inspect: ({ turn }) => ({
      specifier: { kind: 'text', text: turn ?? 'chat' },
      body: { kind: 'arguments', entries: turn === undefined ? [] : [{ name: 'turn', value: turn }] },
      targets: [],
    }),
    async run({ turn }, context) {
      const loaded = await loadChanges(host, kept, user, { thread_id: context.call.threadId, turn_id: turn })
      if (loaded instanceof Refused) return { ok: false, code: 'not_found', text: loaded.message }
      const { files, calls, marks, shownPath } = loaded
      const judged = await context.judging(READ)
      const undone = undoneCalls(calls)
      const authors = new Map(calls.map(({ id, author }) => [id, AUTHORS[author]]))
      const lines: string[] = []
      let withheld = 0
      for (const file of files) {
        const path = shownPath(file.path)
        const subject = { asked: path, resolved: file.path }
        if (judged({ kind: 'path', paths: [subject] }).verdict === 'block') {
          withheld += 1
          continue
        }
        lines.push(`${path}${file.now.kind === 'absent' ? ' (deleted)' : ''}`)
        for (const hunk of judge(file, marks, shownPath, undone))
          lines.push(`  ${said(hunk)}, by ${authors.get(hunk.change.call) ?? 'you'}: ${WORDS[hunk.state]}`)
      }
      if (withheld > 0) lines.push(`${withheld} files are kept from you by a rule.`)
      if (lines.length === 0) return { ok: true, text: 'No files were changed.' }
      const more = lines.length > MOST ? `\n[${lines.length - MOST} more lines]` : ''
      return { ok: true, text: `${lines.slice(0, MOST).join('\n')}${more}` }
    },
  })
}

function said({ fit: { hunk } }: JudgedHunk): string {
  const sums = `+${hunk.added.length} −${hunk.removed.length}`
  return `${partLines({ line: hunk.line + 1, removed: hunk.removed.length })} ${sums}`
}
