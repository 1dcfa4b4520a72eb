import { cx } from '../../ui/cx.ts'
import { modeLook } from './modes.ts'

/** The product's only ornament: pattern and colour of the mode. */
export function ModeRail({ mode, short = false }: { mode: string; short?: boolean }) {
  const look = modeLook(mode)
  return (
    <span
      aria-hidden="true"
      data-rail={look.rail}
      className={cx('rail', `rail-${look.rail}`, look.colour, short && 'w-24')}
    />
  )
}
