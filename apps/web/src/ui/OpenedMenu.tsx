import { Menu } from '@base-ui/react/menu'
import { MenuButton } from './MenuButton.tsx'
import type { DropMenuProps, MenuEntry } from './MenuButton.tsx'

/** A menu that starts open, because the person already pressed its button; afterwards it is an ordinary menu. */
export function OpenedMenu(props: DropMenuProps) {
  const { side = 'bottom', entries, value, note } = props
  return (
    <Menu.Root modal={false} defaultOpen>
      <Menu.Trigger id={props.id} render={<MenuButton props={props} />} />
      <Menu.Portal>
        <Menu.Positioner side={side} align="start" sideOffset={6} collisionPadding={8} className="z-20">
          <Menu.Popup className="max-h-(--available-height) max-w-[calc(100vw-1rem)] min-w-52 overflow-y-auto rounded-card border border-line bg-raised p-1 text-ink shadow-float outline-none">
            {note !== undefined && <div className="px-2.5 py-1 text-label text-ink-3">{note}</div>}
            {value === undefined ? (
              entries.map((entry) => (
                <Menu.Item
                  key={entry.key}
                  className={ITEM}
                  disabled={entry.disabled === true}
                  onClick={entry.onChoose}
                >
                  {entry.content}
                </Menu.Item>
              ))
            ) : (
              <Menu.RadioGroup value={value} onValueChange={(next: unknown) => choose(entries, next)}>
                {entries.map((entry) => (
                  <Menu.RadioItem
                    key={entry.key}
                    value={entry.key}
                    closeOnClick
                    disabled={entry.disabled === true}
                    className={ITEM}
                  >
                    {entry.content}
                  </Menu.RadioItem>
                ))}
              </Menu.RadioGroup>
            )}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

function choose(entries: readonly MenuEntry[], key: unknown): void {
  entries.find((entry) => entry.key === key)?.onChoose()
}

const ITEM =
  'flex min-h-control cursor-default flex-col justify-center rounded-control px-2.5 py-1 text-label outline-none data-disabled:text-ink-3 data-highlighted:bg-ground'
