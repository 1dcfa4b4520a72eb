import type { GraphNode, JsonSchema } from '@countersign/workflow'
import { typeWords } from '@countersign/workflow'
import { useState } from 'react'
import { fieldClass } from '../../../ui/Section.tsx'
import { changeNode } from '../model/changes.ts'
import { editorTexts as texts } from '../texts.ts'
import { useEditor } from './editor-context.ts'

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

/** Edits the ports that the graph declares for a node without ports of its own. */
export function DeclaredPorts({ address, node }: { address: string; node: GraphNode }) {
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
