import { useState, useSyncExternalStore } from 'react'
import { z } from 'zod'
import { keep, readKept } from '../../data/browser-storage.ts'
import { defineFeature } from '../../platform/feature.ts'
import { Page } from '../../ui/Page.tsx'
import { usePaneContext } from '../../workbench/pane-context.ts'

const listeners = new Set<() => void>()
let value = 'nothing'

/** One value in the memory of the page, with subscribers. */
export const stubValue = {
  get now(): string {
    return value
  },
  set now(next: string) {
    value = next
    for (const listener of listeners) listener()
  },
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The setting, stored in this browser. */
const CAPITALS = 'countersign.stub.capitals'
const inCapitals = (): boolean => readKept(window.localStorage, CAPITALS, null) === 'yes'

const Value = z.object({ value: z.string() })
const params = { type: 'object', properties: { value: { type: 'string' } }, required: ['value'] }

async function setValue(args: unknown) {
  stubValue.now = Value.parse(args).value
  return { ok: true, text: `The value is ${stubValue.now}.` }
}

function StubPane() {
  const now = useSyncExternalStore(subscribe, () => stubValue.now)
  usePaneContext(() => ({ summary: `The value is ${stubValue.now}.`, sources: [] }))
  return <Page>The value is {inCapitals() ? now.toUpperCase() : now}.</Page>
}

function StubSection() {
  const [capitals, setCapitals] = useState(inCapitals)
  return (
    <Page>
      <h1 className="text-title font-semibold">Stub</h1>
      <label className="flex gap-2">
        <input
          type="checkbox"
          checked={capitals}
          onChange={({ target: { checked } }) => {
            keep(window.localStorage, CAPITALS, checked ? 'yes' : 'no')
            setCapitals(checked)
          }}
        />
        Show the value in capitals
      </label>
    </Page>
  )
}

/**
 * A template for additions to the workbench: a pane with context, a tool that reads and one that has an effect, a command with a key that
 * the agent can use too, and a setting. `e2e/stub.spec.ts` adds it by one line and runs it through all modes and answers.
 */
export const stub = defineFeature({
  name: 'stub',
  panes: [{ type: 'stub.value', title: 'Stub', place: 'right', pane: StubPane }],
  settings: [{ id: 'stub', title: 'Stub', section: StubSection }],
  tools: [
    {
      tool: {
        name: 'stub.getValue',
        description: 'Reads the value that the stub holds in the page.',
        effect: 'none',
        kind: 'agentTool',
      },
      run: async () => ({ ok: true, text: stubValue.now }),
    },
    {
      tool: {
        name: 'stub.setValue',
        description: 'Gives the stub in the page another value.',
        params,
        effect: 'external',
        specifier_template: '{value}',
        kind: 'agentTool',
      },
      run: setValue,
    },
  ],
  commands: [
    {
      id: 'stub.reset',
      title: 'Reset the stub',
      key: { chord: 'Control+Alt+j', does: 'reset the stub' },
      run: () => void setValue({ value: 'nothing' }),
      agent: {
        description: 'Gives the stub in the page its first value again.',
        params: { type: 'object', properties: { why: { type: 'string' } }, required: ['why'] },
        effect: 'write',
        specifier: '{why}',
        run: () => setValue({ value: 'nothing' }),
      },
    },
  ],
})
