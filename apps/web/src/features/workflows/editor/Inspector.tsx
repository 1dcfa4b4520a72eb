import { Button } from '../../../ui/Button.tsx'
import { fieldClass } from '../../../ui/Section.tsx'
import { changeNode } from '../model/changes.ts'
import { bodyAt, nodeAt, splitAddress } from '../model/edit.ts'
import { titleOf } from '../model/ports.ts'
import { editorTexts as texts } from '../texts.ts'
import { useEditor } from './editor-context.ts'
import { RemoveNode } from './ListView.tsx'
import { NodeFields } from './NodeFields.tsx'

interface InspectorProps {
  /** Shows the inside of a node. */
  readonly onOpen: (address: string) => void
  readonly onConnect: (address: string) => void
}

/** The node that is selected: everything about it. */
export function Inspector({ onOpen, onConnect }: InspectorProps) {
  const { session, state, types } = useEditor()
  const { selected } = state
  const node = selected === null ? null : nodeAt(state.history.graph, selected)
  const body = selected === null ? '' : splitAddress(selected).body
  const holder = bodyAt(state.history.graph, body)
  if (selected === null || node === null || holder === null)
    return <p className="text-label text-ink-3">{texts.nothingSelected}</p>
  const title = titleOf(node, types)
  return (
    <div className="flex flex-col gap-3" data-inspected={selected}>
      <h2 className="sr-only">{texts.node(title)}</h2>
      <label className="flex flex-col gap-1 text-hint text-ink-2">
        {texts.nodeTitle}
        <input
          className={`${fieldClass} font-semibold placeholder:text-ink!`}
          value={node.title ?? ''}
          placeholder={title}
          onChange={(event) =>
            session.act(
              `title of ${node.id}`,
              changeNode(session.graph, selected, { title: event.target.value || undefined }),
              `${selected} title`,
            )
          }
        />
      </label>
      <p className="text-hint text-ink-3">
        <code className="font-mono">{node.type}</code> {types.get(node.type)?.about ?? texts.unknownType}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button size="small" onClick={() => onConnect(selected)}>
          {texts.connect}
        </Button>
        {node.body !== undefined && (
          <Button size="small" onClick={() => onOpen(selected)}>
            {texts.body(title)}
          </Button>
        )}
        <RemoveNode key={selected} address={selected} title={title} />
      </div>
      <NodeFields key={`${selected} fields`} body={body} holder={holder} node={node} stacked />
    </div>
  )
}
