import { defineTool } from '@countersign/agent'
import { z } from 'zod'
import { readContent } from './content.ts'
import { signedPath } from './resolved-target.ts'
import { shown, subjectOf } from './workspace-path.ts'

export const filesRead = defineTool({
  name: 'files.read',
  description: 'Reads a text file of the workspace.',
  input: z.object({ path: z.string().min(1).describe('File, from the workspace root.') }),
  category: 'read',
  destructive: false,
  editSafe: false,
  capability: 'safe',
  specifier: { kind: 'path', template: '{path}' },
  repeat: 'safe',
  parallelSafe: true,
  title: ({ path }) => `Read ${path}`,
  async inspect({ path }, place) {
    const subject = await subjectOf(path, place)
    return {
      specifier: { kind: 'path', paths: [subject] },
      body: { kind: 'path', action: 'read', paths: [shown(subject.resolved, place)] },
      targets: [],
    }
  },
  async run({ path }, context) {
    const target = await signedPath(path, context)
    if (!target.ok) return target
    const { text } = await readContent(target.path)
    return text === null
      ? {
          ok: false,
          code: 'not_found',
          text: `there is no file \`${path}\`; \`files.list\` shows what is there`,
        }
      : { ok: true, text }
  },
})
