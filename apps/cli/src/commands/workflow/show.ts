import { workflowRoutes, type InputView, type NodeEffect, type WorkflowSummary } from '@countersign/protocol'
import { visibleLine } from '../../chat/visible.ts'
import type { Api } from '../../server-client.ts'
import { onServer } from '../on-server.ts'
import { complain, print, type JsonOption } from '../output.ts'
import { findWorkflow } from './workflow.ts'

interface ShowOptions extends JsonOption {
  readonly version?: string
}

/** Runs that `show` lists. */
const LAST_RUNS = 5

/** One workflow: hash, inputs, possible effects, last runs and graph. Without a saved version, its draft. */
export function showWorkflow(wanted: string, { version, json }: ShowOptions): Promise<number> {
  return onServer(async (api) => {
    const found = await findWorkflow(api, wanted)
    if (!found.ok) return complain(found.message)
    const facts = await factsOf(api, found.workflow, version)
    if (typeof facts === 'string') return complain(facts)
    return print(json === true ? JSON.stringify(facts, null, 2) : lines(facts).join('\n'))
  })
}

type Facts = Exclude<Awaited<ReturnType<typeof factsOf>>, string>

/** What `get_workflow` tells an agent, read from the page's routes. */
async function factsOf(api: Api, { id, name, head }: WorkflowSummary, wanted: string | undefined) {
  const hash = wanted === undefined ? (head ?? undefined) : await wholeHash(api, id, wanted)
  if (wanted !== undefined && hash === undefined) return `\`${name}\` has no saved version \`${wanted}\``
  const runs = await api.call(workflowRoutes.runs, { query: { workflow_id: id } })
  if (!runs.ok) return runs.message
  const last = runs.body.runs.slice(0, LAST_RUNS)
  if (hash === undefined) {
    const draft = await api.call(workflowRoutes.get, { params: { id } })
    if (!draft.ok) return draft.message
    const { workflow } = draft.body
    const { inputs, manifest, problems } = workflow
    return { id, name, hash: null, inputs, manifest, problems, last_runs: last, graph: workflow.draft }
  }
  const saved = await api.call(workflowRoutes.version, { params: { id, hash } })
  if (!saved.ok) return saved.message
  const { graph, manifest } = saved.body
  const checked = await api.call(workflowRoutes.check, { body: { graph } })
  if (!checked.ok) return checked.message
  const { inputs, problems } = checked.body
  return { id, name, hash, inputs, manifest, problems, last_runs: last, graph }
}

/** A saved version by the beginning of its hash; undefined if none or several begin so. */
export async function wholeHash(api: Api, id: string, begins: string): Promise<string | undefined> {
  const answer = await api.call(workflowRoutes.versions, { params: { id } })
  const hashes = answer.ok ? answer.body.versions.map(({ hash }) => hash) : []
  const [hash, other] = hashes.filter((one) => one.startsWith(begins))
  return other === undefined ? hash : undefined
}

function lines({ id, name, hash, inputs, manifest, problems, last_runs: runs, graph }: Facts) {
  return [
    visibleLine(`${id}  ${name}`),
    hash === null ? 'not saved; this is the draft' : `version ${hash}`,
    ...section(
      'problems',
      problems.map(({ message }) => message),
      null,
    ),
    ...section('inputs', inputs.map(inputLine), 'none'),
    ...section(
      'what it may do',
      manifest?.effects.map(effectLine) ?? [],
      manifest === null ? null : 'nothing',
    ),
    ...section('missing secrets', manifest?.missing_secrets ?? [], null),
    ...section(
      'last runs',
      runs.map(({ id: run, state, started_at: at, error }) => {
        const why = error === null ? '' : `: ${error.message}`
        return `${run}  ${new Date(at).toISOString()}  ${state}${why}`
      }),
      'never ran',
    ),
    'graph',
    JSON.stringify(graph, null, 2),
  ]
}

/** A title with its lines; `empty`: the only line if there are none, null: then it is left out. */
function section(title: string, found: readonly string[], empty: string | null): readonly string[] {
  const shown = found.length === 0 && empty !== null ? [empty] : found
  return shown.length === 0 ? [] : [title, ...shown.map((line) => `  ${visibleLine(line)}`)]
}

function inputLine({ name, required, standard, about }: InputView): string {
  const need = required ? 'required' : `default ${JSON.stringify(standard ?? null)}`
  return `${name} (${need})${about === undefined ? '' : `: ${about}`}`
}

function effectLine({ node, tool, destructive, reach, specifiers, repeats, outside }: NodeEffect): string {
  const what = reach === 'anything' ? `${tool}: anything` : `${tool}(${specifiers.join(', ')})`
  const marks = [
    ...(destructive === 'no' ? [] : [destructive === 'yes' ? 'destructive' : 'may be destructive']),
    ...(repeats ? ['in a loop'] : []),
    ...(outside.length === 0 ? [] : [`text from outside: ${outside.join(', ')}`]),
  ]
  return `${node}: ${what}${marks.length === 0 ? '' : `; ${marks.join('; ')}`}`
}
