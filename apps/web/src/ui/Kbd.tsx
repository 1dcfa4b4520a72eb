import { cx } from './cx.ts'

/** A key that works here. Pale until the card is armed, so that the hint never promises too early. */
export function Kbd({ keys, armed }: { keys: string; armed: boolean }) {
  return (
    <kbd
      aria-hidden="true"
      className={cx(
        'hidden rounded-mark border border-current px-1 font-mono text-hint leading-4 fine:inline',
        !armed && 'opacity-45',
      )}
    >
      {keys}
    </kbd>
  )
}
