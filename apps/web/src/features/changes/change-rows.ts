import type { CallId, ChangeCall, ChangedHunk, ChangedPath, ChangesView, TurnId } from '@countersign/protocol'

export type ScopeName = 'turn' | 'chat' | 'day'

/** The rows of the list, from top to bottom. */
export type ChangeRow =
  | { readonly kind: 'file'; readonly key: string; readonly file: ChangedPath }
  | { readonly kind: 'hunk'; readonly key: string; readonly file: ChangedPath; readonly hunk: ChangedHunk }

/** The turns of a list, in order, with their calls; a person's acts after a turn belong to it. */
export interface TurnOfChanges {
  readonly id: TurnId
  readonly calls: readonly ChangeCall[]
}

export function turnsOf(calls: readonly ChangeCall[]): readonly TurnOfChanges[] {
  const turns: { id: TurnId; calls: ChangeCall[] }[] = []
  for (const call of calls) {
    const last = turns.at(-1)
    if (call.turn_id !== null && call.turn_id !== last?.id) turns.push({ id: call.turn_id, calls: [call] })
    else last?.calls.push(call)
  }
  return turns
}

/** The part of a list that belongs to one turn. */
export function ofTurn(view: ChangesView, turn: TurnId | null): ChangesView {
  const calls = turnsOf(view.calls).find(({ id }) => id === turn)?.calls ?? []
  const ids = new Set<CallId>(calls.map(({ id }) => id))
  const files = view.files.flatMap((file): readonly ChangedPath[] => {
    const hunks = file.hunks.filter(({ call_id }) => ids.has(call_id))
    return hunks.length > 0 || file.calls.some((id) => ids.has(id)) ? [{ ...file, hunks }] : []
  })
  return { ...view, files, calls }
}

export function rowsOf(files: readonly ChangedPath[], folded: ReadonlySet<string>): readonly ChangeRow[] {
  return files.flatMap((file): readonly ChangeRow[] => {
    const head = { kind: 'file', key: file.path, file } as const
    if (folded.has(file.path)) return [head]
    return [
      head,
      ...file.hunks.map((hunk) => ({ kind: 'hunk', key: keyOf(file, hunk), file, hunk }) as const),
    ]
  })
}

function keyOf(file: Pick<ChangedPath, 'path'>, hunk: Pick<ChangedHunk, 'call_id' | 'id'>): string {
  return `${hunk.call_id} ${hunk.id} ${file.path}`
}

/** The next hunk from a position, or the previous one; from none the first or the last. Null: there is none in that direction. */
export function hunkBeside(rows: readonly ChangeRow[], key: string | null, step: 1 | -1): string | null {
  const hunks = rows.filter(({ kind }) => kind === 'hunk')
  const at = hunks.findIndex((row) => row.key === key)
  if (at === -1) return hunks.at(step === 1 ? 0 : -1)?.key ?? null
  return hunks[at + step]?.key ?? null
}

export interface Sums {
  readonly hunks: number
  readonly added: number
  readonly removed: number
  readonly kept: number
  readonly undone: number
  readonly open: number
}

/** Counts only changes that are still in the files, not those undone or replaced. */
export function sumsOf(files: readonly ChangedPath[]): Sums {
  const sums = { hunks: 0, added: 0, removed: 0, kept: 0, undone: 0, open: 0 }
  for (const { state, added, removed } of files.flatMap(({ hunks }) => hunks)) {
    sums.hunks += 1
    if (state === 'open' || state === 'kept') {
      sums.added += added
      sums.removed += removed
    }
    if (state !== 'replaced') sums[state] += 1
  }
  return sums
}

/** Calls that changed nothing and are not commands share one line. */
export type TimelineRow =
  | { readonly kind: 'turn'; readonly key: string; readonly number: number; readonly turn: TurnOfChanges }
  | { readonly kind: 'reads'; readonly key: string; readonly calls: readonly ChangeCall[] }
  | { readonly kind: 'call'; readonly key: string; readonly call: ChangeCall }

export function timelineOf(turns: readonly TurnOfChanges[], first = 1): readonly TimelineRow[] {
  return turns.flatMap((turn, index) => {
    const rows: TimelineRow[] = [{ kind: 'turn', key: turn.id, number: first + index, turn }]
    for (const call of turn.calls) {
      const last = rows.at(-1)
      const quiet = !call.changed && call.author === 'agent'
      if (quiet && last?.kind === 'reads') rows[rows.length - 1] = { ...last, calls: [...last.calls, call] }
      else if (quiet) rows.push({ kind: 'reads', key: call.id, calls: [call] })
      else rows.push({ kind: 'call', key: call.id, call })
    }
    return rows
  })
}
