import { INPUT, type Endpoint, type GraphBody, type JsonSchema } from '@countersign/workflow'
import { X } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { fieldClass } from '../../../ui/Section.tsx'
import { ValueField } from '../fields/ValueField.tsx'
import { firstOutput, sourceOf, sourcesFor, type Source } from '../model/ports.ts'
import { editorTexts as texts } from '../texts.ts'
import { useEditor } from './editor-context.ts'
import { endText } from './InputRow.tsx'
import { LateSelect } from './LateSelect.tsx'

interface PortsProps {
  readonly body: string
  readonly holder: GraphBody
  readonly title: string
}

const TYPES = Object.entries(texts.types)

function schemaFor(type: string): JsonSchema {
  return type === 'any' ? true : { type }
}

function typeName(schema: JsonSchema): string {
  const type = typeof schema === 'object' ? schema['type'] : undefined
  return typeof type === 'string' && type in texts.types ? type : 'any'
}

/** Edits the inputs of a graph: name, type and default of each. */
export function GraphInputs({ body, holder, title }: PortsProps) {
  const { session } = useEditor()
  const inputs = Object.entries(holder.inputs)
  return (
    <section aria-label={title} className="flex flex-col gap-2">
      <h2 className="text-label font-semibold">{title}</h2>
      {inputs.length === 0 && <p className="text-hint text-ink-3">{texts.noInputs}</p>}
      {inputs.map(([name, input]) => (
        <div key={name} className="flex flex-wrap items-center gap-2" data-graph-input={name}>
          <code className="w-32 font-mono text-label wrap-anywhere">{name}</code>
          <select
            aria-label={texts.typeOf(name)}
            className={fieldClass}
            value={typeName(input.schema)}
            onChange={(event) =>
              session.act(name, [
                { kind: 'set_input', body, name, input: { schema: schemaFor(event.target.value) } },
              ])
            }
          >
            {TYPES.map(([type, words]) => (
              <option key={type} value={type}>
                {words}
              </option>
            ))}
          </select>
          {body === '' && (
            <span className="flex grow basis-48 flex-col">
              <ValueField
                label={texts.standard(name)}
                schema={input.schema}
                value={input.default}
                onChange={(value) =>
                  session.act(
                    name,
                    [{ kind: 'set_input', body, name, input: { ...input, default: value } }],
                    `${body} input ${name}`,
                  )
                }
              />
            </span>
          )}
          <Drop
            label={texts.dropInput(name)}
            onClick={() => session.act(name, [{ kind: 'set_input', body, name, input: null }])}
          />
        </div>
      ))}
      <AddName
        label={texts.inputName}
        act={texts.addInput}
        taken={holder.inputs}
        onAdd={(name) =>
          session.act(name, [{ kind: 'set_input', body, name, input: { schema: { type: 'string' } } }])
        }
      />
    </section>
  )
}

/** Edits the outputs of a graph, and the node that each comes from. */
export function GraphOutputs({ body, holder, title }: PortsProps) {
  const { session, types } = useEditor()
  const outputs = Object.entries(holder.outputs)
  const first = firstOutput(holder, types)
  return (
    <section aria-label={title} className="flex flex-col gap-2">
      <h2 className="text-label font-semibold">{title}</h2>
      {outputs.length === 0 && <p className="text-hint text-ink-3">{texts.noOutputs}</p>}
      {outputs.map(([name, from]) => (
        <div key={name} className="flex flex-wrap items-center gap-2" data-graph-output={name}>
          <code className="w-32 font-mono text-label wrap-anywhere">{name}</code>
          <LateSelect
            aria-label={texts.comesFrom(name)}
            className={cx(fieldClass, 'grow basis-48')}
            value={JSON.stringify(from)}
            onChange={(event) => {
              const chosen = JSON.parse(event.target.value) as Endpoint // the options are endpoints as JSON
              session.act(name, [{ kind: 'set_output', body, name, from: chosen }])
            }}
            chosen={<SourceChoice from={from} source={sourceOf(holder, types, from, true)} />}
            choices={<SourceChoices holder={holder} from={from} />}
          />
          <Drop
            label={texts.dropOutput(name)}
            onClick={() => session.act(name, [{ kind: 'set_output', body, name, from: null }])}
          />
        </div>
      ))}
      {first !== undefined && (
        <AddName
          label={texts.outputName}
          act={texts.addOutput}
          taken={holder.outputs}
          onAdd={(name) => session.act(name, [{ kind: 'set_output', body, name, from: first }])}
        />
      )}
    </section>
  )
}

function SourceChoices({ holder, from }: { holder: GraphBody; from: Endpoint }) {
  const { types } = useEditor()
  const offered = sourcesFor(holder, types, null, true).filter((source) => source.from[0] !== INPUT)
  const isOffered = offered.some((source) => JSON.stringify(source.from) === JSON.stringify(from))
  return (
    <>
      {!isOffered && <SourceChoice from={from} />}
      {offered.map((source) => (
        <SourceChoice key={JSON.stringify(source.from)} from={source.from} source={source} />
      ))}
    </>
  )
}

function SourceChoice({ from, source }: { from: Endpoint; source?: Source | undefined }) {
  return (
    <option value={JSON.stringify(from)}>
      {source === undefined ? endText(from) : `${source.label} (${source.words})`}
    </option>
  )
}

function Drop({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Button kind="quiet" size="icon" aria-label={label} title={label} onClick={onClick}>
      <X size={14} aria-hidden="true" />
    </Button>
  )
}

function AddName(props: {
  label: string
  act: string
  taken: Readonly<Record<string, unknown>>
  onAdd: (name: string) => void
}) {
  const [name, setName] = useState('')
  const free = /^[A-Za-z][\w-]{0,63}$/.test(name) && !(name in props.taken)
  const add = (): void => {
    if (!free) return
    props.onAdd(name)
    setName('')
  }
  return (
    <span className="flex items-center gap-2">
      <input
        aria-label={props.label}
        placeholder={props.label}
        className={cx(fieldClass, 'w-52')}
        value={name}
        onChange={(event) => setName(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && add()}
      />
      <Button disabled={!free} onClick={add}>
        {props.act}
      </Button>
    </span>
  )
}
