// Shared code for the figures of stored runs: saves a workflow, starts it, and follows it to its end.
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'

/** One request to a server; returns the JSON of the response, or throws. */
export type Ask = (method: string, path: string, body?: unknown) => Promise<unknown>

/** Sends a request to a server in this process. */
export function asking(server: { request(path: string, init: RequestInit): Promise<Response> }): Ask {
  return async (method, path, body) => {
    const sent =
      body === undefined
        ? {}
        : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
    const answer = await server.request(path, { method, ...sent })
    const json: unknown = await answer.json()
    if (!answer.ok) throw new Error(JSON.stringify(json))
    return json
  }
}

const Workflow = z.object({ workflow: z.object({ id: z.string(), draft_base: z.number() }) })
const Summary = z.object({
  id: z.string(),
  state: z.string(),
  started_at: z.number(),
  ended_at: z.number().nullable(),
  error: z.unknown(),
})
const Run = z.object({ run: Summary })
const Runs = z.object({ runs: z.array(Summary) })

export async function saved(ask: Ask, graph: object): Promise<string> {
  const { workflow } = Workflow.parse(await ask('POST', '/api/workflows', { name: 'bench', graph }))
  await ask('POST', `/api/workflows/${workflow.id}/versions`, { message: '', base: workflow.draft_base })
  return workflow.id
}

export async function started(ask: Ask, id: string, mode = 'acceptEdits'): Promise<string> {
  return Run.parse(await ask('POST', `/api/workflows/${id}/runs`, { inputs: {}, mode })).run.id
}

/** Milliseconds between two looks: the server itself says how long a run took. */
const LOOK = 500

/**
 * Milliseconds from the start of a run to its end. `workflow`: the list of its runs is asked instead of the run, because the view of a long one, with
 * all its nodes, costs the server some.
 */
export async function ended(ask: Ask, id: string, workflow?: string): Promise<number> {
  for (;;) {
    const run = await found(ask, id, workflow)
    if (run.state === 'done') return (run.ended_at ?? 0) - run.started_at
    if (run.state === 'failed' || run.state === 'cancelled') throw new Error(JSON.stringify(run.error))
    await sleep(LOOK)
  }
}

async function found(ask: Ask, id: string, workflow?: string): Promise<z.infer<typeof Summary>> {
  if (workflow === undefined) return Run.parse(await ask('GET', `/api/runs/${id}`)).run
  const { runs } = Runs.parse(await ask('GET', `/api/runs?workflow_id=${workflow}`))
  const run = runs.find((one) => one.id === id)
  if (run === undefined) throw new Error(`the run ${id} is not in the list`)
  return run
}

/** A chain of nodes that each write a file. */
export const writes = (count: number) => ({
  version: 1,
  name: 'writes',
  inputs: {},
  outputs: {},
  nodes: Array.from({ length: count }, (_one, at) => ({
    id: `n${at}`,
    type: 'files.write',
    inputs: { path: `out/${at}.txt`, content: 'x\n' },
  })),
  edges: Array.from({ length: count - 1 }, (_one, at) => ({
    from: [`n${at}`, 'text'],
    to: [`n${at + 1}`, '$after'],
  })),
})
