import { approvalRoutes, CallId, TurnId } from '@countersign/protocol'
import { plainText } from '../../chat/lines.ts'
import { undoLines } from '../../chat/slash.ts'
import { onServer } from '../on-server.ts'
import { complain, print, type JsonOption } from '../output.ts'

export interface UndoOptions extends JsonOption {
  readonly dryRun?: boolean
  readonly skipConflicts?: boolean
}

/** Restores the files that a call or a whole turn changed. Exits with 1 if there is a conflict. */
export function undoChanges(id: string, options: UndoOptions): Promise<number> {
  const route = routeOf(id)
  if (route === undefined)
    return Promise.resolve(
      complain(
        `\`${id}\` is neither a call (\`call_…\`) nor a turn (\`trn_…\`); see \`countersign audit list\``,
      ),
    )
  return onServer(async (api) => {
    const answer = await api.call(route, {
      params: { id },
      body: { dry_run: options.dryRun ?? false, skip_conflicts: options.skipConflicts ?? false },
    })
    if (!answer.ok) return complain(answer.message)
    const { undo } = answer.body
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

/** Undefined: it is the id of neither a call nor a turn. */
function routeOf(id: string) {
  if (CallId.safeParse(id).success) return approvalRoutes.undoCall
  return TurnId.safeParse(id).success ? approvalRoutes.undoTurn : undefined
}
