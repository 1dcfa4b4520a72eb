import { defineTool } from '@countersign/agent'
import { readdir } from 'node:fs/promises'
import { z } from 'zod'
import { signedPath } from './resolved-target.ts'
import { shown, subjectOf } from './workspace-path.ts'

/** Most entries of a folder that are listed. */
const ENTRY_LIMIT = 1000

export const filesList = defineTool({
  name: 'files.list',
  description: 'Lists the files and folders in a folder of the workspace.',
  input: z.object({ path: z.string().default('.').describe('Folder, from the workspace root.') }),
  category: 'read',
  destructive: false,
  editSafe: false,
  capability: 'safe',
  specifier: { kind: 'path', template: '{path}' },
  repeat: 'safe',
  parallelSafe: true,
  title: ({ path }) => `List ${path}`,
  async inspect({ path }, place) {
    const subject = await subjectOf(path, place)
    return {
      specifier: { kind: 'path', paths: [subject] },
      body: { kind: 'path', action: 'list', paths: [shown(subject.resolved, place)] },
      targets: [],
    }
  },
  async run({ path }, context) {
    const target = await signedPath(path, context)
    if (!target.ok) return target
    const entries = await readdir(target.path, { withFileTypes: true })
    const names = entries.map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name)).sort()
    if (names.length === 0) return { ok: true, text: 'The folder is empty.' }
    const cut = names.length > ENTRY_LIMIT ? `\n[${names.length - ENTRY_LIMIT} more entries]` : ''
    return { ok: true, text: names.slice(0, ENTRY_LIMIT).join('\n') + cut }
  },
})
