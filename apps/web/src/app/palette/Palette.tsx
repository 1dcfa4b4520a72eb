import { useId, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { cx } from '../../ui/cx.ts'
import { Sheet } from '../../ui/Sheet.tsx'
import { matching } from './palette-items.ts'
import { texts } from './texts.ts'
import { usePaletteItems } from './use-palette-items.ts'

/** All destinations and actions, found by typing a few letters. */
export function Palette({ onClose }: { onClose: () => void }) {
  const id = useId()
  const items = usePaletteItems()
  const [text, setText] = useState('')
  const [active, setActive] = useState(0)
  const shown = matching(items, text)
  const at = Math.min(active, shown.length - 1)

  function run(index: number): void {
    const item = shown[index]
    if (item === undefined) return
    onClose()
    item.run()
  }

  function pressed(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing || shown.length === 0) return
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) {
      event.preventDefault()
      const next = (at + step + shown.length) % shown.length
      setActive(next)
      document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' })
    } else if (event.key === 'Enter' && !event.repeat) {
      event.preventDefault()
      run(at)
    }
  }

  return (
    <Sheet title={texts.title} onClose={onClose}>
      <input
        role="combobox"
        aria-label={texts.field}
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={shown.length === 0 ? undefined : `${id}-${at}`}
        value={text}
        placeholder={texts.placeholder}
        onChange={(event) => {
          setText(event.target.value)
          setActive(0)
        }}
        onKeyDown={pressed}
        autoComplete="off"
        spellCheck={false}
        className="min-h-control rounded-control border border-line-strong bg-ground px-2 text-field"
      />
      <div id={`${id}-list`} role="listbox" aria-label={texts.title} className="min-h-0 overflow-y-auto">
        {shown.map((item, index) => (
          <div
            key={item.id}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === at}
            tabIndex={-1}
            onPointerMove={() => setActive(index)}
            onClick={() => run(index)}
            onKeyDown={pressed}
            className={cx(
              'flex min-h-control cursor-pointer items-center gap-3 rounded-control px-2.5 text-label',
              index === at && 'bg-ground',
            )}
          >
            <span className="w-16 shrink-0 text-hint whitespace-nowrap text-ink-3">
              {texts.groups[item.group]}
            </span>
            <span className="min-w-0 flex-1 truncate">{item.label}</span>
            <span className="max-w-56 truncate text-hint text-ink-3">{item.hint}</span>
          </div>
        ))}
      </div>
      {shown.length === 0 && <p className="text-label text-ink-3">{texts.nothing(text)}</p>}
    </Sheet>
  )
}
