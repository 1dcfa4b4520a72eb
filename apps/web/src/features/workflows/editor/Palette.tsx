import type { NodeTypeView } from '@countersign/protocol'
import { assignable, type JsonSchema } from '@countersign/workflow'
import { useId, useMemo, useState } from 'react'
import { cx } from '../../../ui/cx.ts'
import { fieldClass } from '../../../ui/Section.tsx'
import { Sheet } from '../../../ui/Sheet.tsx'
import { addNode, connect } from '../model/changes.ts'
import { applyOps } from '../model/edit.ts'
import { editorTexts as texts } from '../texts.ts'
import { useEditor, type PaletteAt } from './editor-context.ts'
import { focusFirst } from '../fields/focus-first.ts'

/** All types of nodes, found by words: arrows choose, Enter adds. What fits the given output comes first. */
export function Palette({ at, onClose }: { at: PaletteAt; onClose: () => void }) {
  const { session, types } = useEditor()
  const [query, setQuery] = useState('')
  const [active, setActive] = useState(0)
  const list = useId()
  const found = useMemo(() => foundTypes([...types.values()], query, at.from?.schema), [types, query, at])
  const chosen = Math.min(active, found.length - 1)
  const add = (type: NodeTypeView | undefined): void => {
    if (type === undefined) return
    const { id, address, ops } = addNode(session.graph, { body: at.body, type: type.type, place: at.place })
    const wire = at.from === undefined ? [] : wireTo(type, id, at.from)
    const after = applyOps(session.graph, ops).graph
    session.act(texts.addNode, [...ops, ...wire.flatMap((edge) => connect(after, at.body, edge))])
    session.select(address)
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
              'flex cursor-pointer flex-wrap items-baseline gap-x-3 rounded-control px-2 py-1 text-label',
              index === chosen ? 'bg-ground' : 'hover:bg-ground',
            )}
          >
            <span className="font-semibold">{type.title}</span>
            <code className="font-mono text-hint text-ink-3">{type.type}</code>
            <span className="w-full text-hint text-ink-2">{type.about}</span>
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

/** The first input that the output fits, required ones first. */
function wireTo(type: NodeTypeView, id: string, from: NonNullable<PaletteAt['from']>) {
  const [port] = [...type.inputs]
    .filter(({ schema }) => assignable(from.schema, schema) !== 'no')
    .sort((a, b) => score(b) - score(a))
  function score(input: NodeTypeView['inputs'][number]): number {
    return (assignable(from.schema, input.schema) === 'yes' ? 2 : 0) + (input.required ? 1 : 0)
  }
  return port === undefined ? [] : [{ from: from.end, to: [id, port.name] as const }]
}

/** Types whose words fit, those that take the output first, then by how well the words fit. */
function foundTypes(
  types: readonly NodeTypeView[],
  query: string,
  from?: JsonSchema,
): readonly NodeTypeView[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  return types
    .map((type) => ({ type, score: scoreOf(type, words), takes: takes(type, from) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.takes - a.takes || b.score - a.score)
    .map(({ type }) => type)
}

function takes(type: NodeTypeView, from: JsonSchema | undefined): number {
  if (from === undefined) return 0
  const fits = type.inputs.map(({ schema }) => assignable(from, schema))
  return fits.includes('yes') ? 2 : fits.includes('check') ? 1 : 0
}

function scoreOf(type: NodeTypeView, words: readonly string[]): number {
  if (words.length === 0) return 1
  const [name, title, about] = [type.type, type.title, type.about].map((text) => text.toLowerCase())
  let sum = 0
  for (const word of words) {
    const score =
      (name?.includes(word) === true ? 4 : 0) +
      (title?.includes(word) === true ? 3 : 0) +
      (about?.includes(word) === true ? 1 : 0)
    if (score === 0) return 0
    sum += score
  }
  return sum
}
