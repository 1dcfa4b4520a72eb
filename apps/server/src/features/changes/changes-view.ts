import type {
  ChangeCall,
  ChangedHunk,
  ChangedPath,
  ChangesView,
  HunkState,
  ThenFile,
} from '@countersign/protocol'
import { hunksOf } from '@countersign/protocol'
import type { ChangedFile } from './changed-files.ts'
import { hunkKey } from './past-calls.ts'
import { fitsOf, type HunkFit, type TextChange } from './text-change.ts'

/** Limits of a list: files, hunks, and lines of one hunk. */
const MOST_FILES = 500
const MOST_HUNKS = 5000
const MOST_LINES = 60

/** The person's marks on hunks, as `CALL HUNK PATH` with paths relative to the workspace root. */
export interface Marks {
  readonly kept: ReadonlySet<string>
  readonly takenBack: ReadonlySet<string>
}

/** A hunk of a file, with its state. */
export interface JudgedHunk {
  readonly change: TextChange
  readonly fit: HunkFit
  readonly state: HunkState
}

export interface ViewParts {
  readonly files: readonly ChangedFile[]
  readonly calls: readonly ChangeCall[]
  readonly marks: Marks
  readonly shown: (path: string) => string
  readonly more: boolean
}

export function changesView({ files, calls, marks, shown, more }: ViewParts): ChangesView {
  const undone = undoneCalls(calls)
  const listed: ChangedPath[] = []
  let hunks = 0
  for (const file of files.toSorted((a, b) => (a.path < b.path ? -1 : 1))) {
    if (listed.length >= MOST_FILES || hunks >= MOST_HUNKS) return { files: listed, calls, more: true }
    const view = pathView(file, judge(file, marks, shown, undone), shown)
    hunks += view.hunks.length
    listed.push(view)
  }
  return { files: listed, calls, more }
}

export function undoneCalls(calls: readonly ChangeCall[]): ReadonlySet<string> {
  return new Set(calls.flatMap(({ id, undone }) => (undone ? [id] : [])))
}

/** Every hunk of a file with its state, in chronological order. */
export function judge(
  file: ChangedFile,
  marks: Marks,
  shown: (path: string) => string,
  undone: ReadonlySet<string>,
): readonly JudgedHunk[] {
  const { text } = file
  if (text === undefined) return []
  const names = [...file.names].map(shown)
  return file.changes.flatMap((change) =>
    fitsOf(change, text).map((fit) => {
      const isIn = (set: ReadonlySet<string>) =>
        names.some((name) => set.has(hunkKey(change.call, fit.hunk.id, name)))
      const back = undone.has(change.call) || isIn(marks.takenBack)
      const state = fit.there ? (isIn(marks.kept) ? 'kept' : 'open') : back ? 'undone' : 'replaced'
      return { change, fit, state }
    }),
  )
}

function pathView(
  file: ChangedFile,
  hunks: readonly JudgedHunk[],
  shown: (path: string) => string,
): ChangedPath {
  const calls = new Set([...file.changes.map(({ call }) => call), ...file.unread])
  const text = file.text !== undefined && (file.changes.length > 0 || file.unread.length === 0)
  return {
    path: shown(file.path),
    kind: text ? 'text' : 'blob',
    there: file.now.kind !== 'absent',
    ...(file.movedFrom === undefined ? {} : { moved_from: shown(file.movedFrom) }),
    hunks: hunks.map(hunkView).toSorted((a, b) => a.line - b.line),
    calls: [...calls],
  }
}

function hunkView({ change, fit, state }: JudgedHunk): ChangedHunk {
  const { hunk } = fit
  return {
    id: hunk.id,
    call_id: change.call,
    state,
    line: fit.line + 1,
    ...linesView(hunk, change.before),
    can_return: state === 'undone' && fit.canReturn,
  }
}

function linesView(
  {
    line,
    removed,
    added,
  }: { readonly line: number; readonly removed: readonly string[]; readonly added: readonly string[] },
  before: string | null,
) {
  return {
    removed: removed.length,
    added: added.length,
    above: line === 0 ? null : lineAt(before ?? '', line - 1),
    before: removed.slice(0, MOST_LINES).map(withoutEnd),
    after: added.slice(0, MOST_LINES).map(withoutEnd),
  }
}

/** Avoids splitting the whole text into lines. */
function lineAt(text: string, line: number): string {
  let start = 0
  for (let at = 0; at < line; at += 1) {
    const end = text.indexOf('\n', start)
    if (end === -1) return ''
    start = end + 1
  }
  const end = text.indexOf('\n', start)
  return withoutEnd(text.slice(start, end === -1 ? undefined : end))
}

function withoutEnd(line: string): string {
  return line.replace(/\r?\n$/, '')
}

/** How files differ from their state before the first of these changes. */
export function thenFiles(
  files: readonly ChangedFile[],
  shown: (path: string) => string,
): readonly ThenFile[] {
  return files.slice(0, MOST_FILES).flatMap((file): readonly ThenFile[] => {
    const first = file.changes[0]
    if (file.text === undefined || first === undefined)
      return [{ path: shown(file.path), kind: 'blob', hunks: [] }]
    const hunks = hunksOf(first.before, file.text ?? '')
    if (hunks.length === 0) return []
    const views = hunks.map((hunk) => ({ line: hunk.line + 1, ...linesView(hunk, first.before) }))
    return [{ path: shown(file.path), kind: 'text', hunks: views }]
  })
}
