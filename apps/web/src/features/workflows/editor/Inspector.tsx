import { Button } from '../../../ui/Button.tsx'
import { fieldClass } from '../../../ui/Section.tsx'
import { NodeIcon } from '../marks/NodeIcon.tsx'
import { changeNode } from '../model/changes.ts'
import { bodyAt, nodeAt, splitAddress } from '../model/edit.ts'
import { titleOf } from '../model/ports.ts'
import { editorTexts as texts } from '../texts.ts'
import { useEditor } from './editor-context.ts'
import { RemoveNode } from './ListView.tsx'
import { NodeFields } from './NodeFields.tsx'

interface InspectorProps {
  readonly onConnect: (address: string) => void
}

/** The selected node: inputs, effect, bounds, the current verdict of the policy, and errors. */
export function Inspector({ onConnect }: InspectorProps) {
  const { session, state, types } = useEditor()
  const { selected } = state
  const node = selected === null ? null : nodeAt(state.history.graph, selected)
  const body = selected === null ? '' : splitAddress(selected).body
  const holder = bodyAt(state.history.graph, body)
  if (selected === null || node === null || holder === null)
    return <p className="p-3 text-label text-ink-3">{texts.nothingSelected}</p>
  const title = titleOf(node, types)
  return (
    <div className="flex flex-col gap-3 p-3" data-inspected={selected}>
      <h2 className="sr-only">{texts.node(title)}</h2>
      <div className="flex items-center gap-2">
        <NodeIcon type={node.type} size={16} />
        <input
          aria-label={texts.nodeTitle}
          className={`${fieldClass} min-w-0 flex-1 font-semibold placeholder:text-ink!`}
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
        <RemoveNode key={selected} address={selected} title={title} />
      </div>
      <p className="text-hint text-ink-3">
        <code className="font-mono">{node.type}</code> {types.get(node.type)?.about ?? texts.unknownType}
      </p>
      <p className="text-label font-semibold">{texts.inputsHead}</p>
      <NodeFields key={`${selected} fields`} body={body} holder={holder} node={node} stacked />
      <div>
        <Button size="small" onClick={() => onConnect(selected)}>
          {texts.connect}…
        </Button>
      </div>
    </div>
  )
}
