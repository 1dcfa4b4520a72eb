import { assignable, ERROR, INPUT, typeWords, type Edge } from '@countersign/workflow'
import { Button } from '../../../ui/Button.tsx'
import { Sheet } from '../../../ui/Sheet.tsx'
import { after, connect } from '../model/changes.ts'
import { bodyAt, nodeAt, splitAddress } from '../model/edit.ts'
import { portsOf, titleOf } from '../model/ports.ts'
import { editorTexts as texts } from '../texts.ts'
import { useEditor } from './editor-context.ts'

/** Connects without a pointer: lists the inputs that an output of this node can be wired to, the best fit first. */
export function ConnectSheet({ address, onClose }: { address: string; onClose: () => void }) {
  const { session, types } = useEditor()
  const { body, id } = splitAddress(address)
  const holder = bodyAt(session.graph, body)
  const node = nodeAt(session.graph, address)
  if (holder === null || (node === null && id !== INPUT)) return null
  const outputs =
    node === null
      ? Object.entries(holder.inputs).map(([name, { schema }]) => ({ name, schema }))
      : portsOf(node, types, holder).outputs
  const offers = outputs
    .filter(({ name }) => name !== ERROR)
    .flatMap((output) =>
      holder.nodes
        // A wire back to an earlier node would close a cycle.
        .filter((other) => other.id !== id && !after(holder, other.id).has(id))
        .flatMap((other) =>
          portsOf(other, types, holder).inputs.map((input) => ({
            edge: { from: [id, output.name], to: [other.id, input.name] } satisfies Edge,
            words: `${output.name} → ${titleOf(other, types)}, ${input.name} (${typeWords(input.schema)})`,
            fit: assignable(output.schema, input.schema),
            required: input.required && !(input.name in other.inputs),
          })),
        ),
    )
    .filter(({ fit }) => fit !== 'no')
    .sort(
      (a, b) => Number(b.required) - Number(a.required) || (a.fit === b.fit ? 0 : a.fit === 'yes' ? -1 : 1),
    )
  return (
    <Sheet
      title={texts.connectTitle(node === null ? texts.inputsHead : titleOf(node, types))}
      onClose={onClose}
    >
      {offers.length === 0 && <p className="text-label text-ink-3">{texts.connectNone}</p>}
      <ul className="flex flex-col gap-1 overflow-y-auto">
        {offers.map(({ edge, words, fit }) => (
          <li key={words} className="flex">
            <Button
              kind="quiet"
              grow
              onClick={() => {
                session.act(texts.connect, connect(session.graph, body, edge))
                onClose()
              }}
            >
              <span className="flex-1 text-start">{words}</span>
              {fit === 'check' && <span className="text-hint text-ink-3">{texts.legendCheck}</span>}
            </Button>
          </li>
        ))}
      </ul>
    </Sheet>
  )
}
