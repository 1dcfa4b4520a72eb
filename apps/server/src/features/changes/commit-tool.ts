import { defineTool, type Tool } from '@countersign/agent'
import { z } from 'zod'
import type { Committed } from './commit.ts'

/** Commits the hunks that a person kept: only by hand, as a call at the gate. */
export function commitTool(commit: (message: string) => Promise<Committed>): Tool {
  return defineTool({
    name: 'changes.commit',
    description: 'Commits the changes of a chat that a person kept.',
    input: z.object({ message: z.string().min(1), files: z.array(z.string()).min(1) }),
    category: 'execute',
    destructive: false,
    editSafe: false,
    capability: 'workspace_write',
    specifier: { kind: 'text', template: '{message}' },
    // Repeating it would make two commits; after an interruption HEAD tells a person.
    repeat: 'never',
    parallelSafe: false,
    lock: 'files',
    title: ({ files }) => `Commit ${files.length} ${files.length === 1 ? 'file' : 'files'}`,
    inspect: ({ message, files }) => ({
      specifier: { kind: 'text', text: message },
      body: {
        kind: 'arguments',
        entries: [
          { name: 'message', value: message },
          { name: 'files', value: files.join('\n') },
        ],
      },
      targets: [],
    }),
    async run({ message }, { mayAct }) {
      if (!(await mayAct())) return { ok: false, code: 'cancelled', text: 'did not run: it was stopped' }
      const done = await commit(message)
      if (!done.ok) return { ok: false, code: done.code, text: `did not commit: ${done.text}` }
      const files = `${done.files} ${done.files === 1 ? 'file' : 'files'}`
      return {
        ok: true,
        text: `Committed ${files} as ${done.commit.slice(0, 10)}.`,
        summary: done.commit.slice(0, 10),
      }
    },
  })
}
