import { cx } from './cx.ts'

/**
 * A shortcut that works here. It is pale until the card is armed, so that the hint never promises too early. CSS draws it, so that the
 * accessible name of the button stays its visible words.
 */
export function Kbd({ keys, armed }: { keys: string; armed: boolean }) {
  return (
    <kbd
      aria-hidden="true"
      data-keys={keys}
      className={cx(
        'hidden rounded-mark border border-current px-1 font-mono text-hint leading-4 before:content-[attr(data-keys)] fine:inline',
        !armed && 'opacity-45',
      )}
    />
  )
}
