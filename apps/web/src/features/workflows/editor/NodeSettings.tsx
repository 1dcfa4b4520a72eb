import type { GraphNode, JsonSchema } from '@countersign/workflow'
import { typeWords } from '@countersign/workflow'
import { useState } from 'react'
import { fieldClass } from '../../../ui/Section.tsx'
import { EffectWords } from '../effects/EffectTable.tsx'
import { changeNode } from '../model/changes.ts'
import { editorTexts as texts } from '../texts.ts'
import { useEditor } from './editor-context.ts'

/** What a node may do and how it behaves when it fails. */
export function NodeSettings({ address, node }: { address: string; node: GraphNode }) {
  const { session, state, types } = useEditor()
  const type = types.get(node.type)
  const effect = state.workflow.manifest?.effects.find((one) => one.node === address)
  const change = (part: Partial<GraphNode>, field: string): void =>
    session.act(`${address} ${field}`, changeNode(session.graph, address, part), `${address} ${field}`)
  const { retry } = node
  const label = 'flex min-w-0 flex-col gap-0.5 text-hint text-ink-2'
  return (
    <details className="text-label" open={type?.kind === 'tool' && effect !== undefined}>
      <summary className="min-h-6 text-hint text-ink-2">
        {type === undefined ? (
          texts.unknownType
        ) : type.kind === 'pure' ? (
          texts.pure
        ) : type.kind === 'structure' ? (
          texts.structure
        ) : effect === undefined ? (
          texts.effect
        ) : (
          <EffectWords effect={effect} />
        )}
      </summary>
      <div className="flex flex-wrap items-start gap-3 pt-2">
        {(node.type === 'code.javascript' || node.type === 'human.ask') && (
          <DeclaredPorts address={address} node={node} />
        )}
        {type?.kind === 'tool' && (
          <label className={`${label} grow basis-64`}>
            {texts.bounds}
            <textarea
              rows={1}
              className={`${fieldClass} field-sizing-content py-1 font-mono`}
              spellCheck={false}
              title={texts.boundsHint}
              value={(node.bounds ?? []).join('\n')}
              onChange={(event) => {
                const lines = event.target.value.split('\n')
                change({ bounds: event.target.value === '' ? undefined : lines }, 'bounds')
              }}
            />
            <span className="text-ink-3">{texts.boundsHint}</span>
          </label>
        )}
        {type?.kind !== 'pure' && (
          <label className={label}>
            {texts.timeout}
            <input
              className={`${fieldClass} w-24`}
              placeholder="60s"
              title={texts.timeoutHint}
              value={node.timeout ?? ''}
              onChange={(event) =>
                change({ timeout: event.target.value === '' ? undefined : event.target.value }, 'timeout')
              }
            />
          </label>
        )}
        {type?.kind === 'tool' && (
          <label className={label}>
            {texts.tries}
            <input
              type="number"
              min={0}
              max={20}
              className={`${fieldClass} w-24`}
              title={texts.triesHint}
              value={retry?.times ?? 0}
              onChange={(event) => {
                const times = Number(event.target.value)
                change({ retry: times > 0 ? { ...retry, times } : undefined }, 'retry')
              }}
            />
          </label>
        )}
        {type?.repeat === 'never' && retry !== undefined && (
          <label className="flex items-center gap-2 text-hint text-ink-2">
            <input
              type="checkbox"
              className="size-4 accent-accent"
              checked={retry.again === true}
              onChange={(event) =>
                change({ retry: { ...retry, again: event.target.checked ? true : undefined } }, 'again')
              }
            />
            {texts.again}
          </label>
        )}
      </div>
    </details>
  )
}

const WORDS: Readonly<Record<string, JsonSchema>> = {
  text: { type: 'string' },
  number: { type: 'number' },
  boolean: { type: 'boolean' },
  list: { type: 'array' },
  object: { type: 'object' },
  any: true,
}

function portLines(ports: Readonly<Record<string, JsonSchema>> | undefined): string {
  return Object.entries(ports ?? {})
    .map(([name, schema]) => {
      const words = typeWords(schema)
      const known = words === 'true or false' ? 'boolean' : words === 'anything' ? 'any' : words
      return `${name}: ${known in WORDS ? known : JSON.stringify(schema)}`
    })
    .join('\n')
}

function readPorts(text: string): Readonly<Record<string, JsonSchema>> | undefined {
  const found: [string, JsonSchema][] = []
  for (const line of text.split('\n')) {
    const [, name, type = 'any'] = /^\s*([\w-]+)\s*(?::\s*(.+?)\s*)?$/.exec(line) ?? []
    if (name !== undefined) found.push([name, WORDS[type] ?? true])
  }
  return found.length === 0 ? undefined : Object.fromEntries(found)
}

/** The ports of a node that has none of its own. */
function DeclaredPorts({ address, node }: { address: string; node: GraphNode }) {
  const { session } = useEditor()
  const set = (side: 'inputs' | 'outputs', text: string): void => {
    const ports = { ...node.ports, [side]: readPorts(text) }
    session.act(`${address} ports`, changeNode(session.graph, address, { ports }), `${address} ports`)
  }
  return (
    <>
      {node.type === 'code.javascript' && (
        <PortLines
          label={texts.declaredInputs}
          hint={texts.declaredInputsHint}
          lines={portLines(node.ports?.inputs)}
          onChange={(text) => set('inputs', text)}
        />
      )}
      <PortLines
        label={texts.declaredOutputs}
        hint={texts.declaredHint}
        lines={portLines(node.ports?.outputs)}
        onChange={(text) => set('outputs', text)}
      />
    </>
  )
}

function PortLines(props: { label: string; hint: string; lines: string; onChange: (text: string) => void }) {
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <label className="flex grow basis-56 flex-col gap-0.5 text-hint text-ink-2">
      {props.label}
      <textarea
        rows={2}
        className={`${fieldClass} field-sizing-content py-1 font-mono`}
        spellCheck={false}
        value={typed ?? props.lines}
        onChange={(event) => {
          setTyped(event.target.value)
          props.onChange(event.target.value)
        }}
        onBlur={() => setTyped(null)}
      />
      <span className="text-ink-3">{props.hint}</span>
    </label>
  )
}
