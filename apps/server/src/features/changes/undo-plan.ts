import type { CallId } from '@countersign/protocol'
import type { PathState } from '../../checkpoints/change.ts'
import type { Checkpoints } from '../../checkpoints/checkpoints.ts'
import { hashOf } from '../../platform/files/content-files.ts'
import type { Content } from '../../workspace/content.ts'
import { decodeText, encodeText } from '../../workspace/text-file.ts'
import { changedFiles, textOf, type ChangedFile } from './changed-files.ts'
import { turnedBack, type TextChange } from './text-change.ts'

/** A hunk by its call. */
export interface Part {
  readonly call: CallId
  readonly hunk: string
}

/** A file after hunks are undone or applied again. */
export interface FilePlan {
  readonly before: string | null
  /** Null: the file is removed. */
  readonly after: string | null
  /** Hunks whose lines changed later. They stay. */
  readonly conflicts: readonly Part[]
  readonly done: readonly Part[]
}

/** Undoes the newest first, and reapplies the oldest first: each finds the text as it left or found it. */
export function planFile(
  file: Pick<ChangedFile, 'changes' | 'text'>,
  parts: readonly Part[],
  { back }: { readonly back: boolean },
): FilePlan {
  const before = file.text ?? null
  const changes = back ? file.changes : file.changes.toReversed()
  const wanted = new Set(parts.map(({ call, hunk }) => `${call} ${hunk}`))
  const done: Part[] = []
  let after = before
  for (const change of changes) {
    const ids = change.hunks.map(({ id }) => id).filter((id) => wanted.has(`${change.call} ${id}`))
    const turned = turnAll(change, ids, after, back)
    done.push(...turned.done.map((hunk) => ({ call: change.call, hunk })))
    if (turned.done.length > 0) after = turned.text === '' && emptyIsGone(change, back) ? null : turned.text
  }
  const made = new Set(done.map(({ call, hunk }) => `${call} ${hunk}`))
  return { before, after, done, conflicts: parts.filter(({ call, hunk }) => !made.has(`${call} ${hunk}`)) }
}

/** All at once if they fit, since removing one makes the position of its neighbours uncertain; otherwise one by one. */
function turnAll(change: TextChange, ids: readonly string[], now: string | null, back: boolean) {
  const whole = turnedBack(change, ids, now, { back })
  if (whole !== undefined) return { text: whole, done: ids }
  const done: string[] = []
  let text = now ?? ''
  for (const id of back ? ids : ids.toReversed()) {
    const next = turnedBack(change, [id], text, { back })
    if (next === undefined) continue
    text = next
    done.push(id)
  }
  return { text, done }
}

/** A file that the call created is removed with its text, and one that it deleted is deleted again. */
function emptyIsGone({ before, after }: TextChange, back: boolean): boolean {
  return (back ? after : before) === null
}

/** The file at a path, as these calls changed it. A file that was renamed later is found by their content. */
export async function fileAt(
  checkpoints: Pick<Checkpoints, 'read' | 'content' | 'trash'>,
  path: string,
  now: Content,
  calls: readonly CallId[],
): Promise<ChangedFile> {
  const files = await changedFiles(checkpoints, await inOrder(checkpoints, calls))
  const named = files.find(({ names }) => names.has(path))
  const [only] = files
  const found = named ?? (files.length === 1 ? only : undefined)
  const text = textOf(now)
  return { path, names: new Set([path]), now, text, changes: found?.changes ?? [], unread: [] }
}

/** In the order in which they changed files. */
async function inOrder(checkpoints: Pick<Checkpoints, 'read'>, calls: readonly CallId[]) {
  const kept = await Promise.all(
    [...new Set(calls)].map(async (id) => ({ id, checkpoint: await checkpoints.read(id) })),
  )
  const when = ({ checkpoint }: (typeof kept)[number]) =>
    [checkpoint?.at ?? 0, checkpoint?.order ?? 0] as const
  return kept.toSorted((a, b) => when(a)[0] - when(b)[0] || when(a)[1] - when(b)[1])
}

/** The state of a file with this text, in the file's encoding, and its bytes. */
export function writtenState(
  text: string | null,
  now: Content,
): { readonly state: PathState; readonly bytes: Buffer | undefined } {
  if (text === null) return { state: { kind: 'absent' }, bytes: undefined }
  const like = now.kind === 'file' ? decodeText(now.bytes) : undefined
  const bytes = encodeText(text, like ?? { encoding: 'utf8', lineEnds: 'as-is' })
  const mode = now.kind === 'file' ? now.mode : 0o644
  return { state: { kind: 'file', hash: hashOf(bytes), mode }, bytes }
}
