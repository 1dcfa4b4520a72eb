import { cx } from './cx.ts'

/**
 * A key that works here. Pale until the card is armed, so that the hint never promises too early. It is drawn, not
 * written: the button's name stays the words that stand on it.
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
