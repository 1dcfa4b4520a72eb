import type { NodeEffect, NodeState, NodeTypeView, PlannedNode } from '@countersign/protocol'
import { readGraph, type Graph } from '@countersign/workflow'
import type { ReactNode } from 'react'
import { drawingOf, type DrawingOf } from '../features/workflows/canvas/flow.ts'
import { FlowCanvas } from '../features/workflows/canvas/FlowCanvas.tsx'
import { GraphSketch } from '../features/workflows/cards/GraphSketch.tsx'
import { EffectDiff } from '../features/workflows/effects/EffectDiff.tsx'
import { EffectTable } from '../features/workflows/effects/EffectTable.tsx'
import { RunStateMark } from '../features/workflows/marks/RunStateMark.tsx'
import { addNode } from '../features/workflows/model/changes.ts'
import { NodeTable } from '../features/workflows/runs/NodeTable.tsx'
import { byNode } from '../features/workflows/runs/run-model.ts'

const read = readGraph({
  version: 1,
  name: 'Weekly report',
  nodes: [
    { id: 'read', type: 'files.read', inputs: { path: 'notes.md' } },
    { id: 'sum', type: 'llm.generate', inputs: { prompt: 'Summarise.' } },
    { id: 'save', type: 'files.write', inputs: { path: 'report.md' } },
  ],
  edges: [
    { from: ['read', 'text'], to: ['sum', 'context'] },
    { from: ['sum', 'text'], to: ['save', 'content'] },
  ],
})
if (!read.ok) throw new Error('the graph of the gallery cannot be read')
const GRAPH: Graph = read.value

const text = { type: 'string' }
const aType = (type: string, title: string, inputs: readonly string[]): [string, NodeTypeView] => [
  type,
  {
    type,
    title,
    group: 'tool',
    about: '',
    kind: 'tool',
    inputs: inputs.map((name) => ({ name, schema: text, required: true })),
    outputs: [{ name: 'text', schema: text, required: true }],
    category: type === 'files.write' ? 'write' : 'read',
    destructive: 'no',
    repeat: 'safe',
    hash: '0'.repeat(64),
  },
]
const TYPES = new Map([
  aType('files.read', 'Read a file', ['path']),
  aType('llm.generate', 'Ask a model', ['prompt', 'context']),
  aType('files.write', 'Write a file', ['path', 'content']),
])

const anEffect = (node: string, tool: string, change: Partial<NodeEffect>): NodeEffect => ({
  node,
  title: node,
  tool,
  category: 'read',
  destructive: 'no',
  reach: 'exact',
  specifiers: ['notes.md'],
  outside: [],
  flows: [],
  repeats: false,
  again: false,
  secrets: [],
  model: null,
  ...change,
})
const EFFECTS = [
  anEffect('read', 'files.read', {}),
  anEffect('sum', 'llm.generate', { category: 'external', reach: 'anything', flows: ['file read → model'] }),
  anEffect('save', 'files.write', {
    category: 'write',
    reach: 'bounds',
    specifiers: ['out/*.md', 'reports/a-long-folder-name/**/*.md'],
    outside: ['model'],
    repeats: true,
    destructive: 'maybe',
  }),
]
const planned = (node: string, verdict: PlannedNode['verdict']): [string, PlannedNode] => [
  node,
  { node, tool: '', specifier: null, verdict, why: 'a rule' },
]
const PLAN = new Map([planned('read', 'run'), planned('sum', 'ask'), planned('save', 'block')])

const STATES: readonly NodeState[] = [
  'idle',
  'running',
  'waiting',
  'sleeping',
  'interrupted',
  'done',
  'reused',
  'skipped',
  'failed',
  'cancelled',
]
const RUNS = byNode(
  STATES.map((state) => ({
    node: `node-${state}`,
    item: null,
    state,
    ms: state === 'done' ? 1200 : null,
    tries: state === 'failed' ? 3 : 1,
    call_id: null,
    preview: null,
    error: state === 'failed' ? { code: 'not_found', message: 'there is no such file' } : null,
  })),
  null,
)

const drawn = (change: Partial<DrawingOf>) =>
  drawingOf({ graph: GRAPH, types: TYPES, ghosts: [], problems: [], effects: EFFECTS, ...change })
const inStates = (...states: readonly NodeState[]) =>
  drawn({
    states: new Map(GRAPH.nodes.map(({ id }, index) => [id, { state: states[index] ?? 'idle', note: null }])),
  })
const added = addNode(GRAPH, { body: '', type: 'files.read', place: { x: 40, y: 200 } })

const CANVASES = {
  'canvas, a draft': drawn({}),
  'canvas, a problem': drawn({
    problems: [{ code: 'missing', node: 'save', message: 'content is missing' }],
  }),
  'canvas, proposals': drawn({ ghosts: [{ number: 1, label: 'add a node', ops: added.ops }] }),
  'canvas, a run that waits': inStates('done', 'running', 'waiting'),
  'canvas, a run that failed': inStates('reused', 'failed', 'skipped'),
}

/** Workflow components in their states. */
export function WorkflowStates() {
  return (
    <div className="grid items-start gap-6 wide:grid-cols-2">
      <State name="states of runs and nodes">
        <p className="flex flex-wrap gap-4 text-label">
          {(['queued', ...STATES] as const).map((state) => (
            <RunStateMark key={state} state={state} />
          ))}
        </p>
      </State>
      <State name="effects, with verdicts">
        <EffectTable
          manifest={{ effects: EFFECTS, missing_secrets: ['shop'] }}
          plan={{ mode: 'default', nodes: PLAN }}
        />
      </State>
      <State name="effects, narrow">
        <div className="max-w-80">
          <EffectTable
            manifest={{ effects: EFFECTS, missing_secrets: [] }}
            label="Effects in a narrow place"
          />
        </div>
      </State>
      <State name="no effects">
        <EffectTable manifest={{ effects: [], missing_secrets: [] }} />
      </State>
      <State name="difference of two versions">
        <EffectDiff
          title="What changes"
          diff={{
            effects_added: EFFECTS.slice(1),
            effects_removed: EFFECTS.slice(0, 1),
            nodes: [
              { node: 'save', change: 'changed', fields: ['bounds'] },
              { node: 'old', change: 'removed', fields: [] },
            ],
            edges: [{ edge: 'sum.text → save.content', change: 'added' }],
          }}
        />
      </State>
      <State name="small graph of a card">
        <GraphSketch graph={GRAPH} types={TYPES} effects={EFFECTS} fresh={new Set(['save'])} />
      </State>
      <State name="nodes of a run">
        <div className="@container">
          <NodeTable nodes={RUNS} chosen="node-done" onChoose={() => {}} />
        </div>
      </State>
      {Object.entries(CANVASES).map(([name, drawing]) => (
        <State key={name} name={name}>
          <div className="h-72 overflow-hidden rounded-card border border-line">
            <FlowCanvas drawing={drawing} selected="save" onSelect={() => {}} />
          </div>
        </State>
      ))}
    </div>
  )
}

function State({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section aria-label={name} className="flex min-w-0 flex-col gap-2">
      <h2 className="text-label text-ink-3">{name}</h2>
      {children}
    </section>
  )
}
