import type { ReactNode } from 'react'
import { Button } from './Button.tsx'

/** One line of a menu. With `value` the menu is a single choice. */
export interface MenuEntry {
  readonly key: string
  readonly content: ReactNode
  readonly disabled?: boolean
  readonly onChoose: () => void
}

export interface DropMenuProps {
  readonly id?: string
  /** The accessible name if the content alone is not enough. */
  readonly label?: string
  readonly look: 'text' | 'strong' | 'icon'
  readonly trigger: ReactNode
  readonly side?: 'top' | 'bottom'
  readonly entries: readonly MenuEntry[]
  /** The key of the selected entry. */
  readonly value?: string
  /** Shown instead of entries, or above them. */
  readonly note?: ReactNode
}

/** Only the button; the menu attaches itself to it once loaded. */
export function MenuButton({
  props: { id, label, look, trigger },
  ...rest
}: { readonly props: DropMenuProps } & Omit<React.ComponentProps<'button'>, 'className'>) {
  const named = label === undefined ? {} : { 'aria-label': label, title: label }
  const own = { 'aria-haspopup': 'menu', ...named, ...(id === undefined ? {} : { id }) } as const
  if (look === 'icon') {
    return (
      <Button kind="quiet" size="icon" {...own} {...rest}>
        {trigger}
      </Button>
    )
  }
  return (
    <button type="button" className={LOOKS[look]} {...own} {...rest}>
      {trigger}
    </button>
  )
}

const LOOKS = {
  text: 'flex min-h-control min-w-0 max-w-80 items-center gap-1.5 rounded-control px-2 text-label text-ink hover:bg-panel',
  strong:
    'flex min-h-control items-center gap-2 rounded-control px-2 text-label font-semibold whitespace-nowrap hover:bg-ground',
} as const
