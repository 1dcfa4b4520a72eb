import { size } from '../../ui/times.ts'
import { Visible } from '../../ui/Visible.tsx'
import type { Missing } from '../body.ts'
import { texts } from './texts.ts'

/** Shows the length of a shortened text and loads the rest. While it is visible, the text has not been read to its end. */
export function RestBar({ rest, shown = texts.beginningShown }: { rest: Missing; shown?: string }) {
  return (
    <div className="flex flex-col gap-1 text-start text-hint">
      <button
        type="button"
        className="min-h-6 text-start font-semibold text-accent coarse:min-h-control"
        disabled={rest.loading}
        onClick={rest.load}
        data-unread=""
      >
        {size(rest.bytes)}, {shown}. {rest.loading ? texts.loadingAll : texts.showWhole}
      </button>
      {rest.trouble !== null && (
        <p role="status" className="font-semibold text-stop">
          <Visible text={texts.notLoaded(rest.trouble)} />
        </p>
      )}
    </div>
  )
}
