import { workflowRoutes, type RunView, type WorkflowSummary } from '@countersign/protocol'
import { setTimeout as delay } from 'node:timers/promises'
import type { Api } from '../../server-client.ts'
import { isN8n, readN8n, workflowAsMermaid } from '@countersign/server/workflow-file'
import { onServer } from '../on-server.ts'
import { complain, print, type JsonOption } from '../output.ts'
import { readFileAsJson, readInputs } from './read-json.ts'

type Found =
  | { readonly ok: true; readonly workflow: WorkflowSummary }
  | { readonly ok: false; readonly message: string }

/** By its id, its full name, or a unique prefix of its name. */
export async function findWorkflow(api: Api, wanted: string): Promise<Found> {
  const answer = await api.call(workflowRoutes.list, { query: {} })
  if (!answer.ok) return answer
  const { workflows } = answer.body
  const whole = workflows.filter(({ id, name }) => id === wanted || name === wanted)
  const begun = workflows.filter(({ name }) => name.toLowerCase().startsWith(wanted.toLowerCase()))
  const [workflow, other] = whole.length > 0 ? whole : begun
  if (workflow === undefined)
    return {
      ok: false,
      message: `there is no workflow \`${wanted}\`; \`countersign workflow list\` shows them`,
    }
  return other === undefined
    ? { ok: true, workflow }
    : { ok: false, message: `several workflows are called \`${wanted}\`; give the id` }
}

/** Finds the workflow and reads the inputs that `--inputs` gives it. */
function withInputs(
  wanted: string,
  given: string | undefined,
  use: (api: Api, id: string, inputs: Record<string, unknown>) => Promise<number>,
): Promise<number> {
  return onServer(async (api) => {
    const inputs = readInputs(given)
    if (inputs === undefined) return complain('`--inputs` takes a JSON object, such as `{"name":"value"}`')
    const found = await findWorkflow(api, wanted)
    return found.ok ? use(api, found.workflow.id, inputs) : complain(found.message)
  })
}

export function listWorkflows({ json }: JsonOption): Promise<number> {
  return onServer(async (api) => {
    const answer = await api.call(workflowRoutes.list, { query: {} })
    if (!answer.ok) return complain(answer.message)
    const { workflows } = answer.body
    if (json === true) return print(JSON.stringify(workflows, null, 2))
    if (workflows.length === 0) return print('No workflows yet.')
    return print(
      workflows
        .map(({ id, name, head, changed, last_run }) => {
          const version =
            head === null ? 'not saved' : `${head.slice(0, 12)}${changed ? ', draft changed' : ''}`
          return `${id}  ${name}  (${version}; ${last_run === null ? 'never ran' : `last run ${last_run.state}`})`
        })
        .join('\n'),
    )
  })
}

interface RunOptions extends JsonOption {
  readonly inputs?: string
  readonly mode?: string
  readonly start?: boolean
}

/** Milliseconds between two checks of a run. */
export const LOOK_EVERY = 300

export function runWorkflow(
  wanted: string,
  { inputs: given, mode, start, json }: RunOptions,
): Promise<number> {
  return withInputs(wanted, given, async (api, id, inputs) => {
    const body = { inputs, ...(mode === undefined ? {} : { mode }) }
    const started = await api.call(workflowRoutes.start, { params: { id }, body })
    if (!started.ok) return complain(started.message)
    let { run } = started.body
    if (start === true) return print(json === true ? JSON.stringify(run, null, 2) : run.id)
    let told = false
    while (!hasEnded(run)) {
      if (run.state === 'waiting' && !told) {
        told = true
        console.error(`countersign: run ${run.id} waits for an answer; \`countersign approvals\` shows it`)
      }
      await delay(LOOK_EVERY)
      const now = await api.call(workflowRoutes.run, { params: { id: run.id } })
      if (!now.ok) return complain(now.message)
      run = now.body.run
    }
    return ended(run, json === true)
  })
}

export function hasEnded({ state }: RunView): boolean {
  return ['done', 'failed', 'cancelled'].includes(state)
}

export function ended(run: RunView, json: boolean): number {
  if (json) {
    print(JSON.stringify(run, null, 2))
    return run.state === 'done' ? 0 : 1
  }
  if (run.state === 'done') return print(JSON.stringify(run.outputs, null, 2))
  const { error } = run
  const where =
    error === null || error.node === null
      ? ''
      : ` at ${error.node}${error.item === null ? '' : ` [${error.item}]`}`
  return complain(`run ${run.id} ${run.state}${where}${error === null ? '' : `: ${error.message}`}`)
}

export function planWorkflow(wanted: string, { inputs: given, mode, json }: RunOptions): Promise<number> {
  return withInputs(wanted, given, async (api, id, inputs) => {
    const body = { inputs, ...(mode === undefined ? {} : { mode }) }
    const planned = await api.call(workflowRoutes.plan, { params: { id }, body })
    if (!planned.ok) return complain(planned.message)
    const { nodes } = planned.body
    if (json === true) return print(JSON.stringify(planned.body, null, 2))
    if (nodes.length === 0) return print('It has no effects.')
    const lines = nodes.map(({ node, tool, specifier, verdict, why }) => {
      const what = specifier === null ? tool : `${tool}(${specifier})`
      return `${verdict.padEnd(7)} ${node}: ${what}\n        ${why}`
    })
    return print(lines.join('\n'))
  })
}

export function exportWorkflow(
  wanted: string,
  { format = 'json' }: { readonly format?: string },
): Promise<number> {
  return onServer(async (api) => {
    if (format !== 'json' && format !== 'mermaid') return complain('`--format` is `json` or `mermaid`')
    const found = await findWorkflow(api, wanted)
    if (!found.ok) return complain(found.message)
    const answer = await api.call(workflowRoutes.get, { params: { id: found.workflow.id } })
    if (!answer.ok) return complain(answer.message)
    const { draft } = answer.body.workflow
    if (format === 'json') return print(JSON.stringify(draft, null, 2))
    const drawn = workflowAsMermaid(draft)
    return drawn.ok ? print(drawn.text) : complain(drawn.text)
  })
}

export function importWorkflow(file: string, { json }: JsonOption): Promise<number> {
  return onServer(async (api) => {
    const given = await readFileAsJson(file)
    if (typeof given === 'string') return complain(given)
    const foreign = isN8n(given) ? readN8n(given) : undefined
    if (foreign?.ok === false) return complain(foreign.message)
    const graph = foreign?.graph ?? given
    const name = typeof graph['name'] === 'string' && graph['name'] !== '' ? graph['name'] : file
    const made = await api.call(workflowRoutes.create, { body: { name: name.slice(0, 200), graph } })
    if (!made.ok) return complain(made.message)
    const { workflow } = made.body
    if (json === true) return print(JSON.stringify(workflow, null, 2))
    const problems = workflow.problems.map(({ message }) => `  ${message}`)
    const notes = (foreign?.notes ?? []).map((note) => `  ${note}`)
    return print([`${workflow.id}  ${workflow.name}`, ...notes, ...problems].join('\n'))
  })
}
