import { AFTER, type Edge, type GraphBody, type GraphNode } from '@countersign/workflow'
import { useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { fieldClass } from '../../../ui/Section.tsx'
import { Visible } from '../../../ui/Visible.tsx'
import { connect, setValue } from '../model/changes.ts'
import { joinAddress } from '../model/edit.ts'
import { indexOf } from '../model/graph-index.ts'
import { portsOf, titleOf } from '../model/ports.ts'
import { editorTexts as texts } from '../texts.ts'
import { useEditor } from './editor-context.ts'
import { InputRow } from './InputRow.tsx'
import { LateSelect } from './LateSelect.tsx'
import { NodeSettings } from './NodeSettings.tsx'

interface FieldsProps {
  readonly body: string
  readonly holder: GraphBody
  readonly node: GraphNode
  /** Shows each input below its name, for a narrow place. */
  readonly stacked: boolean
}

/** All editable parts of one node: its inputs, its predecessors, the targets of its outputs, and its settings. */
export function NodeFields({ body, holder, node, stacked }: FieldsProps) {
  const { types, problems } = useEditor()
  const address = joinAddress(body, node.id)
  const { inputs, more } = portsOf(node, types, holder)
  const own = problems.filter(
    ({ node: at, port }) => at === address && !inputs.some(({ name }) => name === port),
  )
  return (
    <div className="flex flex-col gap-2">
      {own.map(({ message }) => (
        <p key={message} className="text-hint text-stop">
          <Visible text={message} />
        </p>
      ))}
      <div
        role="table"
        aria-label={`${texts.input}: ${titleOf(node, types)}`}
        className="divide-y divide-line"
      >
        {inputs.map((input) => (
          <InputRow
            key={input.name}
            body={body}
            holder={holder}
            id={node.id}
            input={input}
            stacked={stacked}
          />
        ))}
        {inputs.length === 0 && (
          <span role="row" className="sr-only">
            <span role="cell">{texts.noInputs}</span>
          </span>
        )}
      </div>
      {more && <MoreInput address={address} />}
      <Outputs body={body} holder={holder} node={node} />
      <After body={body} holder={holder} node={node} />
      <NodeSettings address={address} node={node} holder={holder} folded={!stacked} />
    </div>
  )
}

/** Adds a named input to a node that accepts any. */
function MoreInput({ address }: { address: string }) {
  const { session } = useEditor()
  const [name, setName] = useState('')
  const add = (): void => {
    if (name.trim() === '') return
    session.act(`${address}.${name}`, setValue(session.graph, address, name.trim(), null))
    setName('')
  }
  return (
    <span className="flex items-center gap-2">
      <input
        aria-label={texts.moreInput}
        placeholder={texts.moreInput}
        className={`${fieldClass} w-44 font-mono`}
        value={name}
        onChange={(event) => setName(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && add()}
      />
      <Button size="small" onClick={add}>
        {texts.addInput}
      </Button>
    </span>
  )
}

/** The targets of each output. Wires are edited at their other end. */
function Outputs({ holder, node }: Omit<FieldsProps, 'stacked'>) {
  const { types } = useEditor()
  const { outputs } = portsOf(node, types, holder)
  const wires = indexOf(holder).outOf.get(node.id) ?? []
  const given = Object.entries(holder.outputs).filter(([, from]) => from[0] === node.id)
  const shown = outputs.filter(
    ({ name }) => name !== 'error' || wires.some(({ from }) => from[1] === 'error'),
  )
  if (shown.length === 0) return null
  return (
    <p className="text-hint text-ink-3">
      <span className="font-semibold">{texts.outputs}</span>{' '}
      {shown.map(({ name }, index) => {
        const to = [
          ...wires.filter(({ from }) => from[1] === name).map((wire) => `${wire.to[0]}.${wire.to[1]}`),
          ...given.filter(([, from]) => from[1] === name).map(([output]) => `output ${output}`),
        ]
        return (
          <span key={name}>
            {index > 0 && ' · '}
            <span className="font-mono text-ink-2">{name}</span> →{' '}
            {to.length === 0 ? texts.goesNowhere : to.join(', ')}
          </span>
        )
      })}
    </p>
  )
}

/** Nodes that this one waits for, without taking a value from them. */
function After({ body, holder, node }: Omit<FieldsProps, 'stacked'>) {
  const { session, types } = useEditor()
  const waits = (indexOf(holder).into.get(node.id) ?? []).filter(({ to }) => to[1] === AFTER)
  if (holder.nodes.length < 2 && waits.length === 0) return null
  return (
    <div className="flex flex-wrap items-center gap-2 text-hint text-ink-3">
      <span className="font-semibold" title={texts.runsAfterHint}>
        {texts.runsAfter}
      </span>
      {waits.map((edge) => (
        <Button
          key={edge.from.join('.')}
          size="small"
          aria-label={texts.dropAfter(edge.from[0])}
          onClick={() => session.act(node.id, [{ kind: 'remove_edge', body, edge }])}
        >
          {edge.from[0]} ×
        </Button>
      ))}
      <LateSelect
        aria-label={`${texts.runsAfter}: ${titleOf(node, types)}`}
        className={`${fieldClass} text-hint`}
        value=""
        onChange={(event) => {
          const [id = '', port = ''] = event.target.value.split(' ')
          session.act(node.id, connect(session.graph, body, { from: [id, port], to: [node.id, AFTER] }))
        }}
        chosen={<option value="">{texts.addAfter}</option>}
        choices={<AfterChoices holder={holder} node={node} waits={waits} />}
      />
    </div>
  )
}

function AfterChoices(props: { holder: GraphBody; node: GraphNode; waits: readonly Edge[] }) {
  const { types } = useEditor()
  const { holder, node, waits } = props
  const others = holder.nodes.filter(({ id }) => id !== node.id && !waits.some(({ from }) => from[0] === id))
  return (
    <>
      <option value="">{texts.addAfter}</option>
      {others.map((other) => {
        const [first] = portsOf(other, types, holder).outputs
        return (
          <option key={other.id} value={`${other.id} ${first?.name ?? 'error'}`}>
            {titleOf(other, types)}
          </option>
        )
      })}
    </>
  )
}
