import type { Spent } from '@countersign/protocol/client'
import { cx } from '../../../ui/cx.ts'
import { dollars } from '../../../ui/times.ts'
import { texts } from './texts.ts'

export interface MeterView {
  /** Tokens of the conversation at the last answer; null: unknown. */
  readonly context: number | null
  /** The model's context window in tokens; null: unknown. */
  readonly window: number | null
  readonly spent: Spent
}

/** Above this fraction of the window the conversation is soon shortened. */
const FULL = 0.8

/** How full the model's context window is, and the cost of the thread so far. */
export function Meter({ context, window, spent }: MeterView) {
  const share = context === null || window === null ? null : Math.min(1, context / window)
  const words = contextWords(context, window, share)
  const cost = costWords(spent)
  if (words === null && cost === null) return null
  return (
    <span className="flex items-center gap-2 text-hint text-ink-3" data-meter="">
      {share !== null && (
        <svg
          viewBox="0 0 52 5"
          width="52"
          height="5"
          aria-hidden="true"
          className="hidden shrink-0 wide:block"
        >
          <rect x="0.5" y="0.5" width="51" height="4" rx="2" className="fill-none stroke-line-strong" />
          <rect
            y="0.5"
            width={52 * share}
            height="4"
            rx="2"
            className={cx(share > FULL ? 'fill-ink' : 'fill-accent')}
          />
        </svg>
      )}
      {words !== null && (
        <span title={texts.contextExact(context ?? 0, window)}>
          <span className="sr-only wide:not-sr-only">{texts.context} </span>
          {words}
        </span>
      )}
      {words !== null && cost !== null && <span aria-hidden="true">·</span>}
      {cost !== null && <span title={texts.spentExact(spent)}>{cost}</span>}
    </span>
  )
}

function contextWords(context: number | null, window: number | null, share: number | null): string | null {
  if (context === null) return null
  return share === null || window === null ? texts.tokens(context) : texts.percent(share)
}

/** Null: nothing was spent, or everything is free. */
function costWords({ usd, partly }: Spent): string | null {
  if (usd === 0) return partly ? texts.priceUnknown : null
  return partly ? texts.atLeast(dollars(usd)) : texts.thisChat(dollars(usd))
}
