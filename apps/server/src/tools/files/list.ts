import { defineTool } from '@countersign/agent'
import { relative } from 'node:path'
import { z } from 'zod'
import { signedPath } from './resolved-target.ts'
import { walk, type WalkNotes } from './walk.ts'
import { shown, subjectOf } from './workspace-path.ts'

/** Most entries that are listed, and most folders deep. */
const ENTRY_LIMIT = 1000
const DEPTH_LIMIT = 20

export const filesList = defineTool({
  name: 'files.list',
  description:
    'Lists the files and folders in a folder of the workspace. What `.gitignore` names is left out unless `ignored` is set.',
  input: z.object({
    path: z.string().default('.').describe('Folder, from the workspace root.'),
    depth: z.number().int().min(1).max(DEPTH_LIMIT).default(1).describe('How many folders deep.'),
    ignored: z.boolean().default(false).describe('Also what `.gitignore` names.'),
  }),
  category: 'read',
  destructive: false,
  editSafe: false,
  capability: 'safe',
  specifier: { kind: 'path', template: '{path}' },
  repeat: 'safe',
  parallelSafe: true,
  limits: [`${ENTRY_LIMIT} entries`, `${DEPTH_LIMIT} folders deep`],
  title: ({ path }) => `List ${path}`,
  async inspect({ path }, place) {
    const subject = await subjectOf(path, place)
    return {
      specifier: { kind: 'path', paths: [subject] },
      body: { kind: 'path', action: 'list', paths: [shown(subject.resolved, place)] },
      targets: [],
    }
  },
  async run({ path, depth, ignored }, context) {
    const target = await signedPath(path, context)
    if (!target.ok) return target
    const names: string[] = []
    const notes = await walk(target.path, {
      place: context.place,
      judge: await context.judging(),
      signal: context.signal,
      depth,
      ignored,
      visit(found) {
        if (names.length >= ENTRY_LIMIT) return false
        names.push(relative(target.path, found.path) + SUFFIXES[found.kind])
        return true
      },
    })
    if (!notes) return { ok: false, code: 'not_a_folder', text: `there is no folder \`${path}\`` }
    const lines = names.length === 0 ? ['The folder is empty.'] : names
    return { ok: true, text: [...lines, ...noteLines(notes)].join('\n') }
  },
})

const SUFFIXES = { file: '', folder: '/', link: '@', other: '' } as const

function noteLines({ ignored, kept, cut }: WalkNotes): readonly string[] {
  return [
    ...(cut ? [`[more than ${ENTRY_LIMIT} entries; list a folder below]`] : []),
    ...(ignored > 0 ? [`[${ignored} ignored by git; \`ignored: true\` shows them]`] : []),
    ...(kept > 0 ? [`[${kept} not shown: rules deny or ask about reading them]`] : []),
  ]
}
