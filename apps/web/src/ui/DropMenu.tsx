import { Suspense, useState } from 'react'
import { MenuButton } from './MenuButton.tsx'
import type { DropMenuProps } from './MenuButton.tsx'
import { lazy } from './lazy.ts'

const load = async () => import('./OpenedMenu.tsx')
const OpenedMenu = lazy(async () => ({ default: (await load()).OpenedMenu }))

/** A button with a menu. The menu code is a third of a first load, so it is loaded when the button is first reached. */
export function DropMenu(props: DropMenuProps) {
  const [wanted, setWanted] = useState(false)
  const closed = (
    <MenuButton
      props={props}
      onPointerEnter={() => void load()}
      onFocus={() => void load()}
      onClick={() => setWanted(true)}
    />
  )
  if (!wanted) return closed
  return (
    <Suspense fallback={closed}>
      <OpenedMenu {...props} />
    </Suspense>
  )
}
