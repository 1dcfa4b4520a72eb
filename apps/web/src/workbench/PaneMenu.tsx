import { Ellipsis } from 'lucide-react'
import { chordText } from '../platform/keys/keymap.ts'
import { useKeymap } from '../platform/keys/use-keymap.ts'
import { DropMenu } from '../ui/DropMenu.tsx'
import type { DockAct } from './dock-now.ts'
import { CHAT } from './layouts.ts'
import { texts } from './texts.ts'

interface PaneMenuProps {
  readonly pane: string
  readonly name: string
  readonly onAct: (act: DockAct, pane: string) => void
}

const ACTS: readonly (readonly [DockAct, string])[] = [
  ['left', texts.moves.left],
  ['right', texts.moves.right],
  ['above', texts.moves.above],
  ['below', texts.moves.below],
  ['popOut', texts.popOut],
  ['undo', texts.undo],
  ['redo', texts.redo],
  ['close', texts.close],
]

/** All actions on a pane, for people who do not drag. */
export function PaneMenu({ pane, name, onAct }: PaneMenuProps) {
  const keymap = useKeymap()
  const entries = ACTS.filter(([act]) => act !== 'close' || pane !== CHAT).map(([act, label]) => ({
    key: act,
    content: (
      <span className="flex items-baseline justify-between gap-6">
        {label}
        <span className="text-hint text-ink-3">{chordText(keymap.chordFor(`dock.${act}`))}</span>
      </span>
    ),
    // The menu restores the focus as it closes, so the action runs after that.
    onChoose: () => void window.setTimeout(() => onAct(act, pane)),
  }))
  return (
    <DropMenu
      look="icon"
      label={texts.menu(name)}
      trigger={<Ellipsis size={14} aria-hidden="true" />}
      entries={entries}
    />
  )
}
