import {
  defineTool,
  isAboutTheSame,
  type Inspection,
  type Refusal,
  type RunContext,
  type Tool,
} from '@countersign/agent'
import { z } from 'zod'
import type { Checkpoints } from '../checkpoints/checkpoints.ts'
import { changeAlone, editHolds, READ, staleOutcome } from './change-alone.ts'
import { readContent, type Content } from './content.ts'
import { inspectPut } from './inspect-put.ts'
import { PUT, WRITE_LIMIT } from './put-declaration.ts'
import { changedOutcome, hashIn, putFile } from './put-file.ts'
import { signedHash, signedPath } from './resolved-target.ts'
import { decodeText, encodeText, type TextFile } from './text-file.ts'
import { otherNames } from './write.ts'
import { verifyPut } from './verify-put.ts'

/** Most edits in one call. */
const EDIT_LIMIT = 200

const Edit = z.object({
  old_text: z.string().min(1).max(WRITE_LIMIT).describe('The exact text that is there now.'),
  new_text: z.string().max(WRITE_LIMIT).describe('The text that takes its place.'),
  all: z.boolean().default(false).describe('Replace every occurrence; without it there must be exactly one.'),
})
type Edit = z.infer<typeof Edit>

export function filesEdit(checkpoints: Checkpoints): Tool {
  return defineTool({
    ...PUT,
    name: 'files.edit',
    description:
      'Changes parts of a text file of the workspace. Each old text must be there exactly as given, and only once; the edits are applied in order, all of them or none.',
    input: z.object({
      path: z.string().min(1).describe('File, from the workspace root.'),
      edits: z.array(Edit).min(1).max(EDIT_LIMIT),
    }),
    limits: [`${EDIT_LIMIT} edits`, '20 MB a file'],
    verify: (_input, { call }) => verifyPut(checkpoints, call),
    title: ({ path }) => `Edit ${path}`,
    inspect: ({ path, edits }, place, ahead) =>
      inspectPut(path, place, (before) => edited(path, before, edits), { ahead }),
    holds: editHolds,
    shownBy: READ,
    async run({ path, edits }, context) {
      const target = await signedPath(path, context)
      if (!target.ok) return target
      return changeAlone(checkpoints, context, [target.path], async () => {
        const before = await readContent(target.path)
        const done = edited(path, before, edits)
        const expected = hashIn(before) ?? null
        if (expected !== signedHash(context.call, target.path)) {
          const now = await inspectPut(path, context.place, () => done)
          if (!holdsNow(context, now, expected)) return staleOutcome(context, path, now)
        }
        if (!done.ok) return done
        const bytes = encodeText(done.text, done.like)
        const put = await putFile(checkpoints, { path: target.path, bytes, expected, call: context.call })
        if (!put.ok) return put
        const count = `${done.places} ${done.places === 1 ? 'place' : 'places'}`
        return changedOutcome(`Edited ${path} in ${count}.${otherNames(before)}`, put.changed)
      })
    },
  })
}

/** For the very text that was read, and no later one. */
function holdsNow({ call, grounds }: RunContext, now: Inspection, expected: string | null): boolean {
  const isThat = isAboutTheSame(call, now) && now.targets.every(({ hash }) => hash === expected)
  return isThat && editHolds(call, now, { person: grounds.via === 'person' })
}

type Edited =
  | {
      readonly ok: true
      readonly text: string
      readonly like: Pick<TextFile, 'encoding' | 'lineEnds'>
      readonly places: number
    }
  | ({ readonly ok: false } & Refusal)

function edited(path: string, before: Content, edits: readonly Edit[]): Edited {
  if (before.kind === 'absent')
    return { ok: false, code: 'not_found', text: `there is no file \`${path}\`; \`files.create\` makes one` }
  const file = before.kind === 'file' ? decodeText(before.bytes) : undefined
  if (!file) return { ok: false, code: 'not_a_text', text: `\`${path}\` is no text file` }
  return applyEdits(file, edits)
}

/** All edits in order, or none. In a file whose lines end in CRLF, line ends of the edits mean those. */
function applyEdits(file: TextFile, edits: readonly Edit[]): Edited {
  const plain = (text: string) => (file.lineEnds === 'crlf' ? text.replaceAll('\r\n', '\n') : text)
  let { text } = file
  let places = 0
  for (const [index, edit] of edits.entries()) {
    const old = plain(edit.old_text)
    const count = occurrences(text, old)
    if (count === 0)
      return refused(index, edits.length, 'its old text is not in the file; read the file again')
    if (count > 1 && !edit.all)
      return refused(
        index,
        edits.length,
        `its old text is there ${count} times; give more of the text around it, or set \`all\``,
      )
    text = text.split(old).join(plain(edit.new_text))
    places += count
    if (text.length > WRITE_LIMIT * 2) return refused(index, edits.length, 'the file would get too large')
  }
  if (text === file.text) return { ok: false, code: 'no_change', text: 'the edits change nothing' }
  return { ok: true, text, like: file, places }
}

/** Counted without overlaps, as they would be replaced. */
function occurrences(text: string, part: string): number {
  let count = 0
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length)) count += 1
  return count
}

function refused(index: number, count: number, why: string): Edited {
  const which = count === 1 ? 'the edit' : `edit ${index + 1} of ${count}`
  return { ok: false, code: 'no_match', text: `nothing was changed: ${which} does not fit: ${why}` }
}
