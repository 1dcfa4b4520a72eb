import { Handle, Position, useStore, type NodeProps } from '@xyflow/react'
import { CircleAlert } from 'lucide-react'
import { cx } from '../../../ui/cx.ts'
import { Kbd } from '../../../ui/Kbd.tsx'
import { NodeIcon } from '../marks/NodeIcon.tsx'
import { RunStateMark } from '../marks/RunStateMark.tsx'
import type { GhostLook } from '../model/ghosts.ts'
import { HEAD_HEIGHT, PORT_HEIGHT } from '../model/places.ts'
import { editorTexts as texts } from '../texts.ts'
import { portTop, type NodeData } from './flow.ts'
import { useGhostAnswers } from './ghost-answers.ts'

/** Below this zoom, the text of a node is unreadable, and its ports are too small to hit. */
const READABLE = 0.4
/** In a graph of more nodes, distant ones have no titles: that many texts would slow down every move. */
const TITLED = 100

/** One node: its title, type, effect, ports and run state. */
export function NodeView({ data, selected }: NodeProps & { readonly data: NodeData }) {
  const far = useStore(({ transform }) => transform[2] < READABLE)
  const titled = useStore(({ nodes }) => nodes.length <= TITLED)
  const { ghost, state } = data
  return (
    <div
      className={cx(
        'size-full rounded-control border text-start text-hint text-ink',
        lookOf(data),
        (state === 'idle' || state === 'skipped') && 'text-ink-3',
        // A thin line would vanish.
        far && state !== null && 'border-4',
        selected && 'outline-2 outline-offset-2 outline-accent',
      )}
    >
      {!far && <Head data={data} />}
      {far ? <FarHandles data={data} /> : <Handles data={data} />}
      {far && titled && <FarTitle data={data} />}
      {!far && <Ports data={data} />}
      {ghost !== null && !far && <GhostButtons ghost={ghost} title={data.title} />}
    </div>
  )
}

/** The title of a distant node, large enough to be read there. */
function FarTitle({ data: { title, holds } }: { data: NodeData }) {
  return (
    <span
      className={cx(
        'absolute inset-x-2 text-[30px] leading-8 font-semibold wrap-anywhere',
        holds ? 'top-2 line-clamp-1' : 'inset-y-1 line-clamp-2',
      )}
    >
      {title}
    </span>
  )
}

/** The ends of wires, too small to be seen: the library looks for them in the page, and draws no wire without them. */
function FarHandles({ data: { inputs, outputs } }: { data: NodeData }) {
  return (
    <>
      {inputs.map(({ name }, index) => (
        <span
          key={`in ${name}`}
          className="target far-port far-port-left"
          data-handleid={name}
          data-handlepos={Position.Left}
          style={{ top: portTop(index) }}
        />
      ))}
      {outputs.map(({ name }, index) => (
        <span
          key={`out ${name}`}
          className="source far-port far-port-right"
          data-handleid={name}
          data-handlepos={Position.Right}
          style={{ top: portTop(index) }}
        />
      ))}
    </>
  )
}

/** The ends of wires. */
function Handles({ data: { inputs, outputs } }: { data: NodeData }) {
  return (
    <>
      {inputs.map(({ name, look }, index) => (
        <Handle
          key={`in ${name}`}
          id={name}
          type="target"
          position={Position.Left}
          className={`port port-${look}`}
          style={{ top: portTop(index) }}
        />
      ))}
      {outputs.map(({ name, look }, index) => (
        <Handle
          key={`out ${name}`}
          id={name}
          type="source"
          position={Position.Right}
          className={`port port-${look}`}
          style={{ top: portTop(index) }}
        />
      ))}
    </>
  )
}

/** Border and background: a proposal takes precedence, then the state of the run, then problems. */
function lookOf({ ghost, wrong, state, kind, holds }: NodeData): string {
  if (ghost?.change === 'removed') return 'border-2 border-dashed border-stop bg-stop-bg'
  if (ghost !== null) return 'border-2 border-dashed border-clear bg-clear-bg'
  if (state === 'waiting') return 'border-2 border-wait bg-wait-bg'
  const ground = kind === 'input' || holds ? 'bg-ground/60' : 'bg-raised'
  if (state === 'interrupted') return `border-2 border-wait ${ground}`
  if (state === 'running') return `border-2 border-accent ${ground}`
  if (state === 'failed' || wrong !== null) return `border-stop ${ground}`
  return `${state === 'done' ? 'border-clear' : 'border-line-strong'} ${ground}`
}

function Head({ data: { title, type, ghost, wrong, state, note } }: { data: NodeData }) {
  return (
    <div className="flex flex-col px-2.5 pt-1.5" style={{ height: HEAD_HEIGHT }}>
      <span className="flex items-center gap-1.5 text-label font-semibold">
        <NodeIcon type={type} size={14} />
        <span className={cx('truncate', ghost?.change === 'removed' && 'line-through')}>{title}</span>
        {wrong !== null && (
          <CircleAlert size={14} aria-label={wrong} className="ms-auto shrink-0 text-stop" />
        )}
        {state !== null && (
          <span className="ms-auto">
            <RunStateMark state={state} quiet />
          </span>
        )}
      </span>
      <span className="truncate font-mono text-ink-3">{type}</span>
      {note !== null && <span className="truncate text-ink-2">{note}</span>}
    </div>
  )
}

function Ports({ data: { inputs, outputs } }: { data: NodeData }) {
  const rows = Math.max(inputs.length, outputs.length)
  return (
    <div className="px-2.5 text-ink-2">
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className="flex justify-between gap-2" style={{ height: PORT_HEIGHT }}>
          <span className="truncate">{inputs[index]?.name}</span>
          <span className="truncate">{outputs[index]?.name}</span>
        </div>
      ))}
    </div>
  )
}

/** The number of a proposal, and its answer buttons below the node. */
function GhostButtons({ ghost: { number, change }, title }: { ghost: GhostLook; title: string }) {
  const answers = useGhostAnswers()
  const removes = change === 'removed'
  const keys = answers?.first === number
  const chosen = answers?.choices.get(number)
  const button =
    'nodrag nopan flex h-6 items-center gap-1 rounded-control border px-2 text-hint font-semibold'
  return (
    <>
      <span
        className={cx(
          'absolute -top-2.5 -left-2.5 flex size-5 items-center justify-center rounded-mark text-hint font-semibold text-panel',
          removes ? 'bg-stop' : 'bg-clear',
        )}
      >
        {number}
      </span>
      {answers !== null && (
        <span className="absolute top-full left-0 mt-2 flex gap-1 whitespace-nowrap">
          <button
            type="button"
            className={cx(
              button,
              'border-stop',
              chosen === 'decline' ? 'bg-stop text-panel' : 'bg-raised text-stop',
            )}
            aria-label={texts.declineOne(title)}
            aria-pressed={chosen === 'decline'}
            onClick={() => answers.choose(number, 'decline')}
          >
            {texts.decline}
            {keys && <Kbd keys="Alt U" armed />}
          </button>
          <button
            type="button"
            className={cx(
              button,
              'border-clear',
              chosen === 'accept' ? 'bg-clear text-panel' : 'bg-raised text-clear',
            )}
            aria-label={texts.acceptOne(title)}
            aria-pressed={chosen === 'accept'}
            onClick={() => answers.choose(number, 'accept')}
          >
            {texts.accept}
            {keys && <Kbd keys="Alt Y" armed />}
          </button>
        </span>
      )}
    </>
  )
}
