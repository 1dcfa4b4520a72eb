import type { CallView } from '../../calls.ts'
import type { CallId, TurnId } from '../../ids.ts'
import type { ThreadData } from './view.ts'

/** A file that a turn changed, or a command that changed unnamed files. */
export interface ChangedFile {
  readonly kind: 'file' | 'command'
  /** The path, or the command. */
  readonly name: string
  /** The path before the turn renamed it. */
  readonly from?: string
  /** The turn deleted it. */
  readonly deleted?: true
  /** Lines, summed over its calls; null: unknown. */
  readonly lines: { readonly added: number; readonly removed: number } | null
  /** Calls that changed it, oldest first. */
  readonly calls: readonly CallId[]
  /** All of these calls were undone. */
  readonly undone: boolean
}

/** The changes of a turn by file, in the order of first change. Undone changes are listed too, marked as undone. */
export function changedFiles(data: Pick<ThreadData, 'calls'>, turn: TurnId): readonly ChangedFile[] {
  const files = new Map<string, ChangedFile>()
  for (const call of data.calls.values()) {
    if (call.turn_id !== turn || !('undo' in call) || call.undo === undefined) continue
    const named = namedBy(call)
    const from = named.from === undefined ? undefined : keyOf({ ...named, name: named.from })
    const before = files.get(keyOf(named)) ?? (from === undefined ? undefined : files.get(from))
    if (from !== undefined) files.delete(from)
    files.set(keyOf(named), merged(before, named, call))
  }
  return [...files.values()]
}

type Named = Pick<ChangedFile, 'kind' | 'name' | 'from' | 'deleted'>

function keyOf({ kind, name }: Named): string {
  return `${kind} ${name}`
}

function namedBy({ body, specifier }: CallView): Named {
  if (body.kind === 'write' && 'path' in body) return { kind: 'file', name: body.path }
  if (body.kind !== 'path' || !('paths' in body)) return { kind: 'command', name: specifier }
  const [first = specifier, second] = body.paths
  if (second !== undefined) return { kind: 'file', name: second, from: first }
  return { kind: 'file', name: first, ...(body.action === 'delete' ? { deleted: true } : {}) }
}

/** A renamed file is still the same file: its earlier calls are undone together with the rename. */
function merged(before: ChangedFile | undefined, named: Named, call: CallView): ChangedFile {
  const undone = 'undo' in call && call.undo === 'done'
  const lines = linesOf(call)
  if (before === undefined) return { ...named, lines, calls: [call.id], undone }
  const { from = named.from } = before
  return {
    ...named,
    ...(from === undefined || from === named.name ? {} : { from }),
    lines: sum(before.lines, lines),
    calls: [...before.calls, call.id],
    undone: before.undone && undone,
  }
}

function sum(one: ChangedFile['lines'], other: ChangedFile['lines']): ChangedFile['lines'] {
  if (one === null || other === null) return null
  return { added: one.added + other.added, removed: one.removed + other.removed }
}

/** Parses the tool's summary: `+10 −1`, or `+10`. A rename changes no line. */
function linesOf(call: CallView): ChangedFile['lines'] {
  if (call.body.kind === 'path' && call.body.action === 'rename') return { added: 0, removed: 0 }
  const found = 'summary' in call ? /^\+(\d+)(?: [−-](\d+))?$/.exec(call.summary ?? '') : null
  return found === null ? null : { added: Number(found[1]), removed: Number(found[2] ?? 0) }
}
