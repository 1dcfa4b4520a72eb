import { Mark } from '../../../ui/Mark.tsx'
import type { MarkState } from '../../../ui/Mark.tsx'

/** The piece of line next to a node, with the node on it. Calls that just ran are dots; calls that involved a person have a mark. */
export function TreeLine({
  state,
  last,
  drawn = false,
}: {
  state: MarkState | 'dot'
  last: boolean
  drawn?: boolean
}) {
  return (
    <span aria-hidden="true" className="flex w-4 shrink-0 flex-col items-center self-stretch">
      <span className="flex h-6 items-center">
        {state === 'dot' ? (
          <span className="size-1.5 rounded-full bg-clear" data-mark="ran" />
        ) : (
          <Mark state={state} size={14} drawn={drawn} />
        )}
      </span>
      {!last && <span className="w-px flex-1 bg-line" />}
    </span>
  )
}
