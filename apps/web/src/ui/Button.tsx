import type { ButtonHTMLAttributes, Ref } from 'react'
import { cx } from './cx.ts'

/** Use one filled button per place; `refuse` is for Deny and removals; `quiet` has no border; `inverted` is for banners. */
export type ButtonKind = 'primary' | 'plain' | 'refuse' | 'quiet' | 'inverted'

export interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> {
  readonly kind?: ButtonKind
  readonly size?: 'control' | 'large' | 'icon' | 'small'
  readonly grow?: boolean
  readonly ref?: Ref<HTMLButtonElement> | undefined
  /** The stop shortcut presses this button. */
  readonly 'data-stop-turn'?: ''
}

/** A button styled by tokens. It takes no class names: a new look is a new kind. */
export function Button({
  kind = 'plain',
  size = 'control',
  grow = false,
  type = 'button',
  ...rest
}: ButtonProps) {
  return <button {...rest} type={type} className={cx(BASE, KINDS[kind], SIZES[size], grow && 'flex-1')} />
}

const BASE =
  'inline-flex max-w-full shrink-0 items-center justify-center gap-2 rounded-control border font-semibold wrap-break-word disabled:opacity-55'

const KINDS: Readonly<Record<ButtonKind, string>> = {
  primary: 'border-accent bg-accent text-on-accent',
  plain: 'border-line-strong bg-transparent text-ink hover:bg-ground',
  refuse: 'border-stop bg-transparent text-stop hover:bg-stop-bg',
  quiet: 'border-transparent bg-transparent text-ink-2 hover:bg-ground hover:text-ink',
  inverted: 'border-ground bg-transparent text-ground focus-visible:outline-ground',
}

const SIZES: Readonly<Record<NonNullable<ButtonProps['size']>, string>> = {
  control: 'min-h-control coarse:min-w-control px-3 text-label',
  large: 'min-h-12 px-4 text-chat',
  icon: 'size-control text-label',
  small: 'min-h-6 min-w-6 px-2 text-hint coarse:min-h-control coarse:min-w-control',
}
