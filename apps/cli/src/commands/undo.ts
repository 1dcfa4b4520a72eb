import { CallId, TurnId, UndoView } from '@countersign/protocol'
import { z } from 'zod'
import { plainText } from '../chat/lines.ts'
import { undoLines } from '../chat/slash.ts'
import { complain, onServer, print, type JsonOption } from './output.ts'

export interface UndoOptions extends JsonOption {
  readonly dryRun?: boolean
  readonly skipConflicts?: boolean
}

/** Puts back the files that a call or a whole turn changed. Exits with 1 when something is in the way. */
export function undoChanges(id: string, options: UndoOptions): Promise<number> {
  const kind = CallId.safeParse(id).success ? 'calls' : TurnId.safeParse(id).success ? 'turns' : null
  if (kind === null)
    return Promise.resolve(
      complain(
        `\`${id}\` is neither a call (\`call_…\`) nor a turn (\`trn_…\`); see \`countersign audit list\``,
      ),
    )
  return onServer(async (api) => {
    const answer = await api.post(`/api/${kind}/${id}/undo`, {
      dry_run: options.dryRun ?? false,
      skip_conflicts: options.skipConflicts ?? false,
    })
    if (!answer.ok) return complain(answer.message)
    const { undo } = z.object({ undo: UndoView }).parse(answer.body)
    print(
      options.json === true
        ? JSON.stringify(undo, null, 2)
        : undoLines(undo, options.dryRun ?? false)
            .map(plainText)
            .join('\n'),
    )
    return undo.done || options.dryRun === true ? 0 : 1
  })
}
