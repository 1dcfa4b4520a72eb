import type { NodeTypeView } from '@countersign/protocol'
import { ERROR } from '@countersign/workflow'
import { Search } from 'lucide-react'
import { useId, useMemo, useState } from 'react'
import { Kbd } from '../../../ui/Kbd.tsx'
import { NodeIcon } from '../marks/NodeIcon.tsx'
import { addTyped, foundTypes, takes, type PaletteAt } from '../model/add-typed.ts'
import { bodyAt, nodeAt, splitAddress } from '../model/edit.ts'
import { portsOf, titleOf } from '../model/ports.ts'
import { editorTexts as texts, groupTexts } from '../texts.ts'
import { useEditor, type EditorView } from './editor-context.ts'

/** The list of node types next to the canvas: types that fit the selected node first, then all of them by group. */
export function NodeShelf() {
  const editor = useEditor()
  const [query, setQuery] = useState('')
  const field = useId()
  const { session, types } = editor
  const at = placeFor(editor)
  const groups = useMemo(() => grouped([...types.values()], query), [types, query])
  const fitting = useMemo(() => fittingTypes([...types.values()], at.from?.schema), [types, at.from])
  return (
    <nav
      aria-label={texts.nodeTypes}
      className="flex w-56 shrink-0 flex-col gap-2 overflow-y-auto border-e border-line bg-panel p-2 @max-6xl:hidden"
    >
      <label htmlFor={field} className="sr-only">
        {texts.find}
      </label>
      <span className="flex min-h-control items-center gap-2 rounded-control border border-line-strong px-2">
        <Search size={14} aria-hidden="true" className="text-ink-3" />
        <input
          id={field}
          className="min-w-0 flex-1 bg-transparent text-label outline-none placeholder:text-ink-3"
          placeholder={texts.find}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
        <Kbd keys="/" armed />
      </span>
      {at.from !== undefined && query === '' && fitting.length > 0 && (
        <Group
          title={texts.fits(at.from.label)}
          types={fitting}
          onAdd={(type) => addTyped(session, at, type)}
        />
      )}
      {groups.map(([group, members]) => (
        <Group
          key={group}
          title={group}
          types={members}
          onAdd={(type) => addTyped(session, { body: at.body }, type)}
        />
      ))}
      {groups.length === 0 && <p className="px-2 text-hint text-ink-3">{texts.noneFound}</p>}
    </nav>
  )
}

function Group(props: {
  readonly title: string
  readonly types: readonly NodeTypeView[]
  readonly onAdd: (type: NodeTypeView) => void
}) {
  return (
    <section aria-label={props.title}>
      <p className="truncate px-1.5 pt-1 text-hint text-ink-3">{props.title}</p>
      <ul>
        {props.types.map((type) => (
          <li key={type.type}>
            <TypeButton type={type} onAdd={() => props.onAdd(type)} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function TypeButton({ type, onAdd }: { type: NodeTypeView; onAdd: () => void }) {
  return (
    <button
      type="button"
      title={type.about}
      aria-label={texts.addType(type.title, type.type)}
      onClick={onAdd}
      className="flex h-7 w-full items-center gap-2 rounded-control px-1.5 text-start text-label hover:bg-ground"
    >
      <NodeIcon type={type.type} size={14} />
      <span className="truncate">{type.title}</span>
    </button>
  )
}

/** Where a chosen type is added, and the output of the selected node that it could take. */
function placeFor({ state, types }: EditorView): PaletteAt {
  const { selected, history } = state
  const node = selected === null ? null : nodeAt(history.graph, selected)
  if (selected === null || node === null) return { body: '' }
  const { body, id } = splitAddress(selected)
  const holder = bodyAt(history.graph, body)
  const output =
    holder === null ? undefined : portsOf(node, types, holder).outputs.find(({ name }) => name !== ERROR)
  if (output === undefined) return { body }
  return {
    body,
    from: {
      end: [id, output.name],
      schema: output.schema,
      label: `“${titleOf(node, types)}”, ${output.name}`,
    },
  }
}

/** Maximum number of suggested types: those that accept the value without a check, types without effects first. */
const SHOWN = 4

function fittingTypes(
  types: readonly NodeTypeView[],
  schema: NonNullable<PaletteAt['from']>['schema'] | undefined,
): readonly NodeTypeView[] {
  return types
    .filter((type) => takes(type, schema) === 2 && type.inputs.some(({ required }) => required))
    .slice(0, SHOWN)
}

/** Groups in order of how often people need them; tools, which all ask, are last. */
const ORDER = [
  'text',
  'json',
  'data',
  'list',
  'number',
  'time',
  'logic',
  'code',
  'structure',
  'waiting',
  'human',
  'model',
]

function grouped(
  types: readonly NodeTypeView[],
  query: string,
): readonly (readonly [string, readonly NodeTypeView[]])[] {
  const place = ([group]: readonly [string, unknown]): number => {
    const index = ORDER.indexOf(group)
    return index < 0 ? ORDER.length : index
  }
  return [...Map.groupBy(foundTypes(types, query), ({ group }) => group)]
    .toSorted((a, b) => place(a) - place(b))
    .map(([group, members]) => [groupTexts[group] ?? group, members] as const)
}
