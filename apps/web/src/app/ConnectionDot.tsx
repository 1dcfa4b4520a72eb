import { useView } from '../data/context.ts'
import { cx } from '../ui/cx.ts'
import { texts } from './texts.ts'

/** Filled while the connection is up, hollow while it is not. */
export function ConnectionDot() {
  const state = useView((view) => view.connection.state)
  const up = state === 'open' || state === 'catching_up'
  const word = up ? texts.connected : state === 'connecting' ? texts.connecting : texts.lost
  return (
    <span className="flex items-center gap-1.5 px-1 text-hint text-ink-3">
      <span
        aria-hidden="true"
        className={cx('dot size-2 rounded-full border border-current', up && 'bg-current')}
        data-connected={up}
      />
      <span className="wide:max-[76rem]:sr-only">{word}</span>
    </span>
  )
}
