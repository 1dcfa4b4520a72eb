import { cx } from '../ui/cx.ts'
import type { SlashCommand } from './slash-commands.ts'
import { slashTexts } from './slash-texts.ts'

export interface SlashMenuProps {
  readonly id: string
  readonly commands: readonly SlashCommand[]
  readonly active: number
  readonly onChoose: (command: SlashCommand) => void
}

/** The commands that fit what is typed. The focus stays in the text; arrows move here. */
export function SlashMenu({ id, commands, active, onChoose }: SlashMenuProps) {
  return (
    <div
      id={id}
      role="listbox"
      aria-label={slashTexts.menu}
      className="absolute inset-x-4 bottom-full z-10 mb-1 rounded-card border border-line bg-raised p-1 shadow-float"
    >
      {commands.map((command, index) => (
        <div
          key={command.name}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          // The press must not take the focus out of the text.
          onPointerDown={(event) => {
            event.preventDefault()
            onChoose(command)
          }}
          className={cx(
            'flex min-h-control cursor-pointer items-center gap-3 rounded-control px-2.5 text-label',
            index === active && 'bg-ground',
          )}
        >
          <code className="font-mono">
            /{command.name}
            {command.argument !== null && <span className="text-ink-3"> {command.argument}</span>}
          </code>
          <span className="min-w-0 truncate text-ink-3">{command.line}</span>
        </div>
      ))}
    </div>
  )
}
