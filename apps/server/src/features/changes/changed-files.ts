import type { CallId, ChangeCall } from '@countersign/protocol'
import { readFile, lstat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Change, PathState } from '../../checkpoints/change.ts'
import type { Checkpoints } from '../../checkpoints/checkpoints.ts'
import { FILE_LIMIT, readContent, type Content } from '../../workspace/content.ts'
import { decodeText } from '../../workspace/text-file.ts'
import { textChange, type TextChange } from './text-change.ts'

/** A file that calls changed, with each change of its text, in order. */
export interface ChangedFile {
  /** Its current path: absolute, without links. */
  readonly path: string
  /** Every name that it had, including the present one. */
  readonly names: ReadonlySet<string>
  readonly now: Content
  /** Its current text; null: there is no file. Undefined: it is not text. */
  readonly text: string | null | undefined
  readonly changes: readonly TextChange[]
  /** Calls whose change of it is not readable as text. */
  readonly unread: readonly CallId[]
  readonly movedFrom?: string
}

type Kept = Pick<Checkpoints, 'read' | 'content' | 'trash'>

/** How many files are read at once. */
const AT_ONCE = 16

/** The files that these calls changed, from the stored checkpoints. Pruned calls yield nothing. */
export async function changedFiles(
  checkpoints: Kept,
  calls: readonly Pick<ChangeCall, 'id'>[],
): Promise<readonly ChangedFile[]> {
  const steps = await inBatches(calls, async ({ id }) =>
    ((await checkpoints.read(id))?.changes ?? []).map((change) => ({ call: id, change })),
  )
  const tracks = tracksOf(steps.flat())
  return inBatches([...tracks.values()], (track) => readTrack(checkpoints, track))
}

interface Step {
  readonly call: CallId
  readonly change: Change
}

/** The history of one file, under all its names. */
interface Track {
  path: string
  readonly names: Set<string>
  readonly steps: Step[]
  movedFrom?: string
}

/** Follows files through renames. */
function tracksOf(steps: readonly Step[]): ReadonlyMap<string, Track> {
  const tracks = new Map<string, Track>()
  const trackAt = (path: string): Track => {
    const known = tracks.get(path)
    if (known !== undefined) return known
    const track: Track = { path, names: new Set([path]), steps: [] }
    tracks.set(path, track)
    return track
  }
  for (const step of steps) {
    const { change } = step
    if (change.kind !== 'move') {
      if (change.kind === 'trash' || !isFolder(change)) trackAt(change.path).steps.push(step)
      continue
    }
    trackAt(change.from)
    const known = [...tracks]
    for (const [path, track] of known) {
      const rest = below(path, change.from)
      if (rest === undefined) continue
      tracks.delete(path)
      track.movedFrom ??= path
      track.path = change.to + rest
      track.names.add(track.path)
      tracks.set(track.path, track)
    }
  }
  return tracks
}

function isFolder({ before, after }: Extract<Change, { kind: 'set' }>): boolean {
  return (
    (before.kind === 'folder' || before.kind === 'absent') &&
    (after.kind === 'folder' || after.kind === 'absent')
  )
}

/** The part of a path below a folder; empty for itself. Undefined: it is elsewhere. */
function below(path: string, folder: string): string | undefined {
  if (path === folder) return ''
  return path.startsWith(`${folder}/`) ? path.slice(folder.length) : undefined
}

async function readTrack(checkpoints: Kept, track: Track): Promise<ChangedFile> {
  const now = await readContent(track.path)
  const changes: TextChange[] = []
  const unread: CallId[] = []
  for (const { call, change } of track.steps) {
    const [before, after] = await sidesOf(checkpoints, change, now)
    if (before === undefined || after === undefined) unread.push(call)
    else if (before !== after) changes.push(textChange(call, before, after))
  }
  const { path, names, movedFrom } = track
  return {
    path,
    names,
    now,
    text: textOf(now),
    changes,
    unread,
    ...(movedFrom === undefined || movedFrom === path ? {} : { movedFrom }),
  }
}

type Side = string | null | undefined

async function sidesOf(checkpoints: Kept, change: Change, now: Content): Promise<readonly [Side, Side]> {
  if (change.kind === 'trash') return [await trashedText(checkpoints, change.kept), null]
  if (change.kind === 'move') return [undefined, undefined]
  // Only the permissions differ: the text is unchanged.
  if (
    change.before.kind === 'file' &&
    change.after.kind === 'file' &&
    change.before.hash === change.after.hash
  )
    return ['', '']
  return Promise.all([sideText(checkpoints, change.before, now), sideText(checkpoints, change.after, now)])
}

async function sideText(checkpoints: Kept, state: PathState, now: Content): Promise<Side> {
  if (state.kind === 'absent') return null
  if (state.kind !== 'file') return undefined
  const bytes =
    now.kind === 'file' && now.hash === state.hash ? now.bytes : await checkpoints.content(state.hash)
  return bytes === undefined ? undefined : decodeText(bytes)?.text
}

/** A file in the trash; undefined: it is a folder, too large, or gone. */
async function trashedText({ trash }: Kept, kept: string): Promise<Side> {
  try {
    const found = await lstat(join(trash, kept))
    if (!found.isFile() || found.size > FILE_LIMIT) return undefined
    return decodeText(await readFile(join(trash, kept)))?.text
  } catch {
    // The trash was emptied: the change is listed without its text.
    return undefined
  }
}

export function textOf(content: Content): string | null | undefined {
  if (content.kind === 'absent') return null
  return content.kind === 'file' ? decodeText(content.bytes)?.text : undefined
}

async function inBatches<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<readonly R[]> {
  const results: R[] = []
  for (let start = 0; start < items.length; start += AT_ONCE)
    results.push(...(await Promise.all(items.slice(start, start + AT_ONCE).map(work))))
  return results
}
