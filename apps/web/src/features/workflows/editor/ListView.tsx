import type { GraphBody, GraphNode } from '@countersign/workflow'
import { Copy, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { fieldClass } from '../../../ui/Section.tsx'
import { changeNode, copy, inOrder, paste, removeNode } from '../model/changes.ts'
import { joinAddress } from '../model/edit.ts'
import { ghostLooks } from '../model/ghosts.ts'
import { titleOf } from '../model/ports.ts'
import { editorTexts as texts } from '../texts.ts'
import { useEditor } from './editor-context.ts'
import { GraphInputs, GraphOutputs } from './GraphPorts.tsx'
import { NodeFields } from './NodeFields.tsx'
import { focusFirst } from '../fields/focus-first.ts'

/** The whole graph as a list, with every action of the canvas. */
export function ListView() {
  const { state } = useEditor()
  const { graph } = state.history
  return (
    <div className="@container mx-auto flex w-full max-w-[64rem] flex-col gap-6 px-4 py-4">
      <GraphInputs body="" holder={graph} title={texts.inputsTitle} />
      <BodyList body="" holder={graph} title={texts.nodes} />
      <GraphOutputs body="" holder={graph} title={texts.outputsTitle} />
    </div>
  )
}

/** The nodes of a graph or a body, in the order in which they run. */
function BodyList({ body, holder, title }: { body: string; holder: GraphBody; title: string }) {
  const { openPalette } = useEditor()
  const Heading = body === '' ? 'h2' : 'h4'
  return (
    <section aria-label={title} className="flex flex-col gap-3">
      <div className="flex items-center gap-3">
        <Heading className="text-label font-semibold">{title}</Heading>
        <span className="ms-auto">
          <Button
            kind={body === '' ? 'primary' : 'plain'}
            size={body === '' ? 'control' : 'small'}
            onClick={() => openPalette({ body })}
          >
            <Plus size={14} aria-hidden="true" />
            {body === '' ? texts.addNode : texts.addIn(body)}
          </Button>
        </span>
      </div>
      {holder.nodes.length === 0 && <p className="text-label text-ink-3">{texts.noNodes}</p>}
      <ol className="flex flex-col gap-3">
        {inOrder(holder).map((node) => (
          <NodeItem key={node.id} body={body} holder={holder} node={node} />
        ))}
      </ol>
    </section>
  )
}

function NodeItem({ body, holder, node }: { body: string; holder: GraphBody; node: GraphNode }) {
  const { session, state, types } = useEditor()
  const address = joinAddress(body, node.id)
  const title = titleOf(node, types)
  const ghost = ghostLooks(state.history.graph, state.ghosts).get(address)
  const Heading = body === '' ? 'h3' : 'h5'
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- focus selects the node that a person works on
    <li
      data-node={address}
      className={cx(
        'flex flex-col [contain-intrinsic-block-size:auto_12rem] [content-visibility:auto] gap-2 rounded-card border bg-panel p-3',
        state.selected === address ? 'border-accent' : 'border-line',
        ghost !== undefined && 'border-dashed border-clear',
      )}
      onFocus={() => session.select(address)}
    >
      <div className="flex flex-wrap items-center gap-2">
        <Heading className="sr-only">{texts.node(title)}</Heading>
        <input
          aria-label={`${texts.nodeTitle}: ${title}`}
          className={cx(
            fieldClass,
            'grow basis-48 border-transparent font-semibold placeholder:text-ink! hover:border-line-strong',
          )}
          value={node.title ?? ''}
          placeholder={title}
          onChange={(event) =>
            session.act(
              `title of ${node.id}`,
              changeNode(session.graph, address, { title: event.target.value || undefined }),
              `${address} title`,
            )
          }
        />
        <span className="text-hint text-ink-3">
          <code className="font-mono">{node.type}</code>
        </span>
        <span className="ms-auto flex gap-1">
          <Button
            kind="quiet"
            size="icon"
            aria-label={texts.duplicateNode(title)}
            title={texts.duplicate}
            onClick={() =>
              session.act(
                texts.duplicateNode(title),
                paste(session.graph, body, copy(session.graph, body, [node.id])).ops,
              )
            }
          >
            <Copy size={14} aria-hidden="true" />
          </Button>
          <RemoveNode address={address} title={title} />
        </span>
      </div>
      <NodeFields body={body} holder={holder} node={node} stacked={false} />
      {node.body !== undefined && (
        <div className="flex flex-col gap-3 rounded-control border border-line bg-ground p-3">
          <GraphInputs body={address} holder={node.body} title={`${texts.body(title)}: inputs`} />
          <BodyList body={address} holder={node.body} title={texts.body(title)} />
          <GraphOutputs body={address} holder={node.body} title={`${texts.body(title)}: outputs`} />
        </div>
      )}
    </li>
  )
}

/** Asks once before it removes a node. */
export function RemoveNode({ address, title }: { address: string; title: string }) {
  const { session } = useEditor()
  const [asked, setAsked] = useState(false)
  if (!asked)
    return (
      <Button
        kind="quiet"
        size="icon"
        aria-label={texts.removeNode(title)}
        title={texts.remove}
        onClick={() => setAsked(true)}
      >
        <Trash2 size={14} aria-hidden="true" />
      </Button>
    )
  return (
    <span className="flex flex-wrap items-center gap-2 text-label">
      {texts.removeAsk(title)}
      <Button
        kind="refuse"
        ref={focusFirst}
        onClick={() => session.act(texts.removeNode(title), removeNode(session.graph, address))}
      >
        {texts.remove}
      </Button>
      <Button kind="quiet" onClick={() => setAsked(false)}>
        {texts.cancel}
      </Button>
    </span>
  )
}
