import type { CallView } from '../../calls.ts'
import type { CallId, TurnId } from '../../ids.ts'
import type { ThreadData } from './view.ts'

/** A file that a turn changed, or a command that changed files which nobody named. */
export interface ChangedFile {
  readonly kind: 'file' | 'command'
  /** The path, or the command. */
  readonly name: string
  /** Lines, added up over its calls; null: not known. */
  readonly lines: { readonly added: number; readonly removed: number } | null
  /** Calls that changed it, oldest first. */
  readonly calls: readonly CallId[]
  /** All of them were undone. */
  readonly undone: boolean
}

/** What a turn changed, by file, in the order of first change. What was undone is still listed, as undone. */
export function changedFiles(data: Pick<ThreadData, 'calls'>, turn: TurnId): readonly ChangedFile[] {
  const files = new Map<string, ChangedFile>()
  for (const call of data.calls.values()) {
    if (call.turn_id !== turn || !('undo' in call) || call.undo === undefined) continue
    for (const { kind, name } of namesOf(call)) {
      const key = `${kind} ${name}`
      files.set(key, merged(files.get(key), { kind, name, call, undone: call.undo === 'done' }))
    }
  }
  return [...files.values()]
}

function namesOf({ body, specifier }: CallView): readonly Pick<ChangedFile, 'kind' | 'name'>[] {
  if (body.kind === 'write' && 'path' in body) return [{ kind: 'file', name: body.path }]
  if (body.kind === 'path' && 'paths' in body)
    return body.paths.map((name) => ({ kind: 'file' as const, name }))
  return [{ kind: 'command', name: specifier }]
}

function merged(
  before: ChangedFile | undefined,
  { kind, name, call, undone }: Pick<ChangedFile, 'kind' | 'name' | 'undone'> & { readonly call: CallView },
): ChangedFile {
  const lines = linesOf(call)
  if (before === undefined) return { kind, name, lines, calls: [call.id], undone }
  const sum =
    before.lines === null || lines === null
      ? null
      : { added: before.lines.added + lines.added, removed: before.lines.removed + lines.removed }
  return { ...before, lines: sum, calls: [...before.calls, call.id], undone: before.undone && undone }
}

/** As the tool told it: `+10 −1`, or `+10`. */
function linesOf(call: CallView): ChangedFile['lines'] {
  const found = 'summary' in call ? /^\+(\d+)(?: [−-](\d+))?$/.exec(call.summary ?? '') : null
  return found === null ? null : { added: Number(found[1]), removed: Number(found[2] ?? 0) }
}
