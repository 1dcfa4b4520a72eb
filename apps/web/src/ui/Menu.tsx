import { Menu } from '@base-ui/react/menu'
import type { ReactNode } from 'react'

/** The floating sheet of a menu. */
export function MenuSurface({ children, side = 'bottom' }: { children: ReactNode; side?: 'top' | 'bottom' }) {
  return (
    <Menu.Portal>
      <Menu.Positioner side={side} align="start" sideOffset={6} collisionPadding={8} className="z-20">
        <Menu.Popup className="max-w-[calc(100vw-1rem)] min-w-52 rounded-card border border-line bg-raised p-1 text-ink shadow-float outline-none">
          {children}
        </Menu.Popup>
      </Menu.Positioner>
    </Menu.Portal>
  )
}

export const menuItemClass =
  'flex min-h-control cursor-default flex-col justify-center rounded-control px-2.5 py-1 text-label outline-none data-highlighted:bg-ground'
