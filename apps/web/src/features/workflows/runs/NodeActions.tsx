import { workflowRoutes, type NodeStateView, type RunView, type WorkflowView } from '@countersign/protocol'
import { readGraph } from '@countersign/workflow'
import { FlaskConical, Pin, Play } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../../data/http.ts'
import { Button } from '../../../ui/Button.tsx'
import { changeDraft, fetchWorkflow, useNodeTypes } from '../api.ts'
import type { FormValues } from '../fields/SchemaForm.tsx'
import { pinOutput, putTest, testFrom, type RecordedNode } from '../model/tests.ts'
import type { NodeTypes } from '../model/ports.ts'
import { runTexts as texts } from '../run-texts.ts'
import { RunSheet } from './RunSheet.tsx'

interface ActionsProps {
  readonly run: RunView
  readonly picked: NodeStateView
  readonly outputs: Readonly<Record<string, unknown>> | null
}

/** Actions on a node that ran: start a new run from it, pin its output, or create a test from the whole run. */
export function NodeActions({ run, picked: { node }, outputs }: ActionsProps) {
  const types = useNodeTypes()
  const [open, setOpen] = useState<WorkflowView | null>(null)
  const [said, setSaid] = useState<string | null>(null)
  const say = (work: Promise<string | null>): void =>
    void work.then(setSaid, (error: unknown) =>
      setSaid(error instanceof Error ? error.message : String(error)),
    )
  return (
    <>
      <div className="flex flex-wrap gap-2">
        {!node.includes('/') && (
          <Button
            size="small"
            onClick={() =>
              say(
                fetchWorkflow(run.workflow_id).then((workflow) => {
                  setOpen(workflow)
                  return null
                }),
              )
            }
          >
            <Play size={13} aria-hidden="true" />
            {texts.fromHere}
          </Button>
        )}
        {outputs !== null && (
          <Button size="small" onClick={() => say(pin(run, node, outputs))}>
            <Pin size={13} aria-hidden="true" />
            {texts.pin}
          </Button>
        )}
        <Button size="small" onClick={() => say(asTest(run, types))}>
          <FlaskConical size={13} aria-hidden="true" />
          {texts.asTest}
        </Button>
      </div>
      <span role="status" className="text-hint text-ink-2 empty:hidden">
        {said}
      </span>
      {open !== null && (
        <RunSheet
          workflow={open}
          version={run.hash}
          from={{ node, run: run.id, inputs: run.inputs as FormValues }} // inputs of a run are JSON
          onClose={() => setOpen(null)}
        />
      )}
    </>
  )
}

async function pin(run: RunView, node: string, outputs: Readonly<Record<string, unknown>>): Promise<string> {
  const inputs = run.inputs as FormValues // inputs of a run are JSON
  const value = outputs as FormValues // and so are the outputs of its nodes
  await changeDraft(run.workflow_id, texts.pin, (graph) => pinOutput(graph, inputs, node, value))
  return texts.pinned(node)
}

/** Maximum number of nodes of a run that a test stubs. */
const STUBS = 200

async function asTest(run: RunView, types: NodeTypes): Promise<string> {
  const read = readGraph(run.graph)
  if (!read.ok) throw new Error(texts.noGraph)
  const recorded: RecordedNode[] = []
  for (const state of run.nodes.slice(0, STUBS)) recorded.push(await recordOf(run, state))
  const test = testFrom(run, read.value, types, recorded)
  await changeDraft(run.workflow_id, texts.asTest, (graph) => putTest(graph, test))
  return texts.testMade(test.name)
}

async function recordOf(run: RunView, { node, item, error }: NodeStateView): Promise<RecordedNode> {
  const found = await call(workflowRoutes.value, {
    params: { id: run.id },
    query: { node, ...(item === null ? {} : { item }) },
  })
  const outputs = found.ok ? (found.value.outputs as FormValues | null) : null // outputs are JSON
  return { node, outputs, error }
}
