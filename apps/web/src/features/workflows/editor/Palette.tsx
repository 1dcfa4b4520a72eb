import type { NodeTypeView } from '@countersign/protocol'
import { useId, useMemo, useState } from 'react'
import { cx } from '../../../ui/cx.ts'
import { fieldClass } from '../../../ui/Section.tsx'
import { Sheet } from '../../../ui/Sheet.tsx'
import { NodeIcon } from '../marks/NodeIcon.tsx'
import { addTyped, foundTypes, type PaletteAt } from '../model/add-typed.ts'
import { editorTexts as texts } from '../texts.ts'
import { useEditor } from './editor-context.ts'
import { focusFirst } from '../fields/focus-first.ts'

/** All node types, searchable: arrows choose, Enter adds. Types that fit the given output come first. */
export function Palette({ at, onClose }: { at: PaletteAt; onClose: () => void }) {
  const { session, types } = useEditor()
  const [query, setQuery] = useState('')
  const [active, setActive] = useState(0)
  const list = useId()
  const found = useMemo(() => foundTypes([...types.values()], query, at.from?.schema), [types, query, at])
  const chosen = Math.min(active, found.length - 1)
  const add = (type: NodeTypeView | undefined): void => {
    if (type === undefined) return
    addTyped(session, at, type)
    onClose()
  }
  return (
    <Sheet title={at.from === undefined ? texts.palette : texts.fits(at.from.label)} onClose={onClose}>
      <input
        role="combobox"
        aria-label={texts.find}
        aria-expanded="true"
        aria-controls={list}
        aria-activedescendant={found.length > 0 ? `${list}-${chosen}` : undefined}
        placeholder={texts.find}
        className={cx(fieldClass, 'w-full shrink-0')}
        ref={focusFirst}
        value={query}
        onChange={(event) => {
          setQuery(event.target.value)
          setActive(0)
        }}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown') setActive(Math.min(chosen + 1, found.length - 1))
          else if (event.key === 'ArrowUp') setActive(Math.max(chosen - 1, 0))
          else if (event.key === 'Enter') add(found[chosen])
          else return
          event.preventDefault()
        }}
      />
      <div id={list} role="listbox" aria-label={texts.palette} className="min-h-0 overflow-y-auto">
        {found.map((type, index) => (
          <div
            key={type.type}
            id={`${list}-${index}`}
            ref={index === chosen ? scrollNear : undefined}
            role="option"
            tabIndex={-1}
            aria-selected={index === chosen}
            onClick={() => add(type)}
            onKeyDown={(event) => event.key === 'Enter' && add(type)}
            className={cx(
              'flex cursor-pointer flex-wrap items-baseline gap-x-2.5 rounded-control px-2 py-1 text-label',
              index === chosen ? 'bg-ground' : 'hover:bg-ground',
            )}
          >
            <span className="self-center text-ink-2">
              <NodeIcon type={type.type} size={14} />
            </span>
            <span className="font-semibold">{type.title}</span>
            <code className="font-mono text-hint text-ink-3">{type.type}</code>
            <span className="w-full ps-6 text-hint text-ink-2">{type.about}</span>
          </div>
        ))}
      </div>
      {found.length === 0 && <p className="text-label text-ink-3">{texts.noneFound}</p>}
    </Sheet>
  )
}

function scrollNear(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' })
}
