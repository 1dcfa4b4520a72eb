import { defineTool } from '@countersign/agent'
import { relative } from 'node:path'
import { z } from 'zod'
import { inspectRead, READ } from './path-read.ts'
import { signedPath } from '../../file-writes/resolved-target.ts'
import { walk, type WalkNotes } from './walk.ts'

/** Limits of a list: entries, and depth in folders. */
const ENTRY_LIMIT = 1000
const DEPTH_LIMIT = 20

export const filesList = defineTool({
  name: 'files.list',
  description:
    'Lists the files and folders in a workspace folder. Leaves out what `.gitignore` excludes unless `ignored` is set.',
  input: z.object({
    path: z.string().default('.').describe('Folder, from the workspace root.'),
    depth: z.number().int().min(1).max(DEPTH_LIMIT).default(1).describe('How many folders deep.'),
    ignored: z.boolean().default(false).describe('Include what `.gitignore` excludes.'),
  }),
  ...READ,
  limits: [`${ENTRY_LIMIT} entries`, `${DEPTH_LIMIT} folders deep`],
  title: ({ path }) => `List ${placeName(path)}`,
  inspect: ({ path }, place) => inspectRead('list', path, place),
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
    const summary = names.length === 1 ? '1 entry' : `${names.length} entries`
    return { ok: true, text: [...lines, ...noteLines(notes)].join('\n'), summary }
  },
})

const SUFFIXES = { file: '', folder: '/', link: '@', other: '' } as const

function noteLines({ ignored, kept, cut }: WalkNotes): readonly string[] {
  return [
    ...(cut ? [`[more than ${ENTRY_LIMIT} entries; list a subfolder]`] : []),
    ...(ignored > 0 ? [`[${ignored} ignored by git; \`ignored: true\` shows them]`] : []),
    ...(kept > 0 ? [`[${kept} not shown: rules deny or ask about reading them]`] : []),
  ]
}

/** A folder as titles name it. */
export function placeName(path: string): string {
  return path === '.' ? 'the workspace' : path
}
