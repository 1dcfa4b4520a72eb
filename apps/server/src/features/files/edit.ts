import {
  defineTool,
  isAboutTheSame,
  type Ahead,
  type Inspection,
  type Refusal,
  type RunContext,
  type Tool,
  type ToolOutcome,
} from '@countersign/agent'
import type { Place } from '@countersign/policy'
import { EDIT_LIMIT, editText } from '@countersign/protocol'
import { z } from 'zod'
import type { Checkpoints } from '../../checkpoints/checkpoints.ts'
import { changeAlone, editHolds, staleOutcome } from '../../file-writes/change-alone.ts'
import { READ } from '../../rules/reading.ts'
import { readContent, type Content } from '../../workspace/content.ts'
import { inspectPut } from './inspect-put.ts'
import { PUT, WRITE_LIMIT } from './put-declaration.ts'
import { changedOutcome, changeText, hashIn, putFile } from '../../file-writes/put-file.ts'
import { signedHash, signedPath } from '../../file-writes/resolved-target.ts'
import { partText, signedText } from './signed-text.ts'
import { decodeText, encodeText, type TextFile } from '../../workspace/text-file.ts'
import { otherNames } from './write.ts'
import { verifyPut } from './verify-put.ts'

export const Edit = z.object({
  old_text: z.string().min(1).max(WRITE_LIMIT).describe('The exact current text.'),
  new_text: z.string().max(WRITE_LIMIT).describe('The replacement text.'),
  all: z.boolean().default(false).describe('Replace every occurrence; otherwise there must be exactly one.'),
})
export type Edit = z.infer<typeof Edit>

export function filesEdit(checkpoints: Checkpoints): Tool {
  return defineTool({
    ...PUT,
    name: 'files.edit',
    description:
      'Edits parts of a text file in the workspace. Each old text must match exactly and occur only once; the edits are applied in order, all or none.',
    input: z.object({
      path: z.string().min(1).describe('File, from the workspace root.'),
      edits: z.array(Edit).min(1).max(EDIT_LIMIT),
    }),
    limits: [`${EDIT_LIMIT} edits`, '20 MB per file'],
    verify: (_input, { call }) => verifyPut(checkpoints, call),
    title: ({ path }) => `Edit ${path}`,
    inspect: ({ path, edits }, place, ahead) => inspectEdit(path, edits, place, ahead),
    holds: editHolds,
    shownBy: READ,
    run: (input, context) => runEdit(checkpoints, input, context),
  })
}

export function inspectEdit(
  path: string,
  edits: readonly Edit[],
  place: Place,
  ahead?: Ahead,
): Promise<Inspection> {
  return inspectPut(path, place, (before) => edited(path, before, edits), { ahead })
}

/** Applies the signed edits. The editor's tools use it too. */
export async function runEdit(
  checkpoints: Checkpoints,
  { path, edits }: { readonly path: string; readonly edits: readonly Edit[] },
  context: RunContext,
): Promise<ToolOutcome> {
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
    const text = signedText(context, done.was, done.text)
    if (text === undefined)
      return staleOutcome(context, path, await inspectPut(path, context.place, () => done))
    const bytes = encodeText(text, done.like)
    const put = await putFile(checkpoints, { path: target.path, bytes, expected, call: context.call })
    if (!put.ok) return put
    const count = `${done.places} ${done.places === 1 ? 'place' : 'places'}`
    const said = context.narrowed
      ? await partText(context, { path, now: text, proposed: done.text })
      : `Edited ${path} in ${count}.`
    return changedOutcome(`${said}${otherNames(before)}`, put.changed, changeText(done.was, text))
  })
}

/** For exactly the text that was read, and no later one. */
function holdsNow({ call, grounds }: RunContext, now: Inspection, expected: string | null): boolean {
  const isThat = isAboutTheSame(call, now) && now.targets.every(({ hash }) => hash === expected)
  return isThat && editHolds(call, now, { person: grounds.via === 'person' })
}

type Edited =
  | {
      readonly ok: true
      readonly was: string
      readonly text: string
      readonly like: Pick<TextFile, 'encoding' | 'lineEnds'>
      readonly places: number
    }
  | ({ readonly ok: false } & Refusal)

function edited(path: string, before: Content, edits: readonly Edit[]): Edited {
  if (before.kind === 'absent')
    return { ok: false, code: 'not_found', text: `there is no file \`${path}\`; \`files.create\` makes one` }
  const file = before.kind === 'file' ? decodeText(before.bytes) : undefined
  if (!file) return { ok: false, code: 'not_a_text', text: `\`${path}\` is not a text file` }
  return applyEdits(file, edits)
}

/** In a file with CRLF line ends, line ends in the edits mean those. */
function applyEdits(file: TextFile, edits: readonly Edit[]): Edited {
  const plain = (text: string) => (file.lineEnds === 'crlf' ? text.replaceAll('\r\n', '\n') : text)
  const meant = edits.map(({ old_text, new_text, all }) => ({
    old_text: plain(old_text),
    new_text: plain(new_text),
    all,
  }))
  const done = editText(file.text, meant, WRITE_LIMIT * 2)
  return done.ok ? { ...done, was: file.text, like: file } : done
}
