import type { Call, ToolOutcome } from '@countersign/agent'
import { lineChanges } from '@countersign/protocol'
import { basename, dirname } from 'node:path'
import type { Change, PathState } from '../checkpoints/change.ts'
import type { Checkpoints } from '../checkpoints/checkpoints.ts'
import { MASK } from '../audit/mask.ts'
import { anchorFolder } from '../workspace/anchored-folder.ts'
import { hashOf } from '../platform/files/content-files.ts'
import { readIn, type Content } from '../workspace/content.ts'
import { stale, type Failure } from './resolved-target.ts'
import { prepareFile } from '../workspace/replace-file.ts'

export interface Putting {
  /** Absolute, without links. */
  readonly path: string
  readonly bytes: Buffer
  /** Hash of the file when the call was proposed; null: it did not exist. */
  readonly expected: string | null
  readonly call: Call
}

/** Writes bytes to a path after storing the old content. Refuses if the file is not what the call was proposed against. */
export async function putFile(
  checkpoints: Checkpoints,
  { path, bytes, expected, call }: Putting,
): Promise<{ readonly ok: true; readonly changed: readonly string[] } | Failure> {
  const parent = await anchorFolder(dirname(path), { create: true })
  if (!parent.ok) return stale(`\`${parent.path}\` is no longer a folder`)
  const { folder, made } = parent
  try {
    const before = await readIn(folder, basename(path))
    if (hashIn(before) !== expected) return stale(`\`${path}\` changed after this call was proposed`)
    const lost = losesHidden(before, bytes)
    if (lost) return lost
    const file = await prepareFile(folder, {
      bytes,
      mode: before.kind === 'file' ? before.mode : undefined,
      ...(before.kind === 'file' ? { owner: before.owner } : {}),
    })
    const after: PathState = { kind: 'file', hash: hashOf(bytes), mode: file.mode }
    const set: Change = { kind: 'set', path, before: stateOf(before), after }
    // The written content is stored too: people see later which lines this call changed.
    await checkpoints.hold(after.hash, bytes)
    await checkpoints
      .keep(call, [...made.map(madeFolder), set], before.kind === 'file' ? [before.bytes] : [])
      .catch(async (cause: unknown) => {
        await file.discard()
        throw cause
      })
    const taken = expected === null ? 'refuse' : 'replace'
    if (await file.commit(basename(path), { taken })) return { ok: true, changed: [...made, path] }
    await checkpoints.drop(call.id)
    return stale(`there is something at \`${path}\` now`)
  } finally {
    await folder.close()
  }
}

const HIDDEN = Buffer.from(MASK)

/** If the model writes back a masked text, the hidden original would be lost. */
export function losesHidden(before: Content, bytes: Buffer): Failure | undefined {
  if (before.kind !== 'file' || !bytes.includes(HIDDEN) || before.bytes.includes(HIDDEN)) return undefined
  const text = `the text contains \`${MASK}\` in place of a hidden secret; change other lines with \`files.edit\`, or ask the person to allow the read`
  return { ok: false, code: 'masked', text }
}

/** The hash of a file; null: nothing is there; undefined: something else is. */
export function hashIn(content: Content): string | null | undefined {
  if (content.kind === 'absent') return null
  return content.kind === 'file' ? content.hash : undefined
}

export function madeFolder(path: string): Change {
  return { kind: 'set', path, before: { kind: 'absent' }, after: { kind: 'folder', mode: 0 } }
}

/** The found content as a checkpoint state. */
export function stateOf(content: Content): PathState {
  switch (content.kind) {
    case 'absent':
      return { kind: 'absent' }
    case 'file':
      return { kind: 'file', hash: content.hash, mode: content.mode }
    case 'folder':
      return { kind: 'folder', mode: 0 }
    case 'unreadable':
      return { kind: 'other' }
  }
}

/** A tool's outcome for a change, with the files that can be restored. */
export function changedOutcome(text: string, changed: readonly string[], summary?: string): ToolOutcome {
  return { ok: true, text, changed, ...(summary === undefined ? {} : { summary }) }
}

/** Added and removed lines: `+10 −1`. `before` is null for a new file. */
export function changeText(before: string | null, after: string): string {
  const changes = lineChanges(before === null ? [] : linesOf(before), linesOf(after))
  const added = changes.reduce((sum, { newStart, newEnd }) => sum + newEnd - newStart, 0)
  const removed = changes.reduce((sum, { start, end }) => sum + end - start, 0)
  return removed === 0 ? `+${added}` : `+${added} −${removed}`
}

function linesOf(text: string): readonly string[] {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n')
}
