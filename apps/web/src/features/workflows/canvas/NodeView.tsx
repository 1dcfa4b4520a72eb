import { Handle, Position, useStore, type NodeProps } from '@xyflow/react'
import { CircleAlert } from 'lucide-react'
import { cx } from '../../../ui/cx.ts'
import { HEAD_HEIGHT, PORT_HEIGHT } from '../model/places.ts'
import { RunStateMark } from '../marks/RunStateMark.tsx'
import { portTop, type NodeData } from './flow.ts'

/** Below this zoom nobody reads what stands in a node. */
const READABLE = 0.4

/** One node: its title, its type, its ports, and how it runs. */
export function NodeView({ data, selected }: NodeProps & { readonly data: NodeData }) {
  const far = useStore(({ transform }) => transform[2] < READABLE)
  const { ghost, wrong, state } = data
  return (
    <div
      className={cx(
        'size-full rounded-control border bg-raised text-start text-hint text-ink',
        data.kind === 'input' ? 'border-line-strong bg-ground' : 'border-line-strong',
        selected && 'border-accent outline-2 outline-accent',
        wrong !== null && 'border-stop',
        state === 'waiting' && 'border-wait bg-wait-bg',
        state === 'failed' && 'border-stop',
        state === 'done' && 'border-clear',
        ghost !== null && 'border-dashed border-clear bg-clear-bg',
        ghost?.change === 'removed' && 'border-stop bg-stop-bg',
      )}
    >
      {!far && <Head data={data} />}
      {data.inputs.map(({ name, look }, index) => (
        <Handle
          key={`in ${name}`}
          id={name}
          type="target"
          position={Position.Left}
          className={`port port-${look}`}
          style={{ top: portTop(index) }}
        />
      ))}
      {data.outputs.map(({ name, look }, index) => (
        <Handle
          key={`out ${name}`}
          id={name}
          type="source"
          position={Position.Right}
          className={`port port-${look}`}
          style={{ top: portTop(index) }}
        />
      ))}
      {!far && <Ports data={data} />}
    </div>
  )
}

function Head({ data: { title, type, inside, ghost, wrong, state, note } }: { data: NodeData }) {
  return (
    <div className="flex flex-col px-2.5 pt-1.5" style={{ height: HEAD_HEIGHT }}>
      <span className="flex items-center gap-1 text-label font-semibold">
        {ghost !== null && (
          <span className="rounded-mark bg-clear px-1 text-hint text-panel">{ghost.number}</span>
        )}
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
      <span className="truncate font-mono text-ink-3">
        {type}
        {inside !== null && `, ${inside} inside`}
      </span>
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
