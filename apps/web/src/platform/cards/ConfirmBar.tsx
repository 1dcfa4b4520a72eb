import { useEffect, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import type { CardView } from './card-view.ts'
import { texts } from './texts.ts'
import type { CardControl } from './use-card.ts'

/** The bar ignores presses for this long, so that a double click on the first button cannot confirm. */
const SECOND_PRESS_MS = 600

/** The second press for a call that cannot be undone. It is placed away from the first button. */
export function ConfirmBar({ view, card }: { view: CardView; card: CardControl }) {
  const [awake, setAwake] = useState(false)
  useEffect(() => {
    const timer = window.setTimeout(() => setAwake(true), SECOND_PRESS_MS)
    return () => window.clearTimeout(timer)
  }, [])
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button disabled={!awake} onClick={() => card.showPanel('answers')}>
        {texts.goBack}
      </Button>
      <span className="ps-12">
        <Button
          kind="primary"
          disabled={!awake}
          aria-label={`${texts.yesRunIt}: ${view.specifier}`}
          {...card.pressing((by) => card.send('allow_once', by))}
        >
          {texts.yesRunIt}
        </Button>
      </span>
      <span className="ms-auto ps-4">
        <Button
          kind="refuse"
          aria-label={`${texts.deny}: ${view.specifier}`}
          {...card.pressing((by) => card.press('deny', by))}
        >
          {texts.deny}
        </Button>
      </span>
    </div>
  )
}
