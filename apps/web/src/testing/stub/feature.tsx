import { z } from 'zod'
import { defineFeature } from '../../platform/feature.ts'
import { Page } from '../../ui/Page.tsx'
import { usePaneContext } from '../../workbench/pane-context.ts'

/** One value, in the memory of the page. */
export const stubValue = { now: 'nothing' }

const Value = z.object({ value: z.string() })
const params = { type: 'object', properties: { value: { type: 'string' } }, required: ['value'] }

async function setValue(args: unknown) {
  stubValue.now = Value.parse(args).value
  return { ok: true, text: `The value is ${stubValue.now}.` }
}

function StubPane() {
  usePaneContext(() => ({ summary: `The value is ${stubValue.now}.`, sources: [] }))
  return <Page>The value is {stubValue.now}.</Page>
}

function StubSection() {
  return <Page>Nothing is kept.</Page>
}

/** What one copies to add to the workbench: a pane with context, tools, a command with an agent side, a settings page. */
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
