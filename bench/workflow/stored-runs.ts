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
const Run = z.object({
  run: z.object({
    id: z.string(),
    state: z.string(),
    started_at: z.number(),
    ended_at: z.number().nullable(),
    error: z.unknown(),
  }),
})

export async function saved(ask: Ask, graph: object): Promise<string> {
  const { workflow } = Workflow.parse(await ask('POST', '/api/workflows', { name: 'bench', graph }))
  await ask('POST', `/api/workflows/${workflow.id}/versions`, { message: '', base: workflow.draft_base })
  return workflow.id
}

export async function started(ask: Ask, id: string, mode = 'acceptEdits'): Promise<string> {
  return Run.parse(await ask('POST', `/api/workflows/${id}/runs`, { inputs: {}, mode })).run.id
}

/** Milliseconds between two looks: the server itself says how long a run took, and a look at a long one costs it some. */
const LOOK = 500

/** Milliseconds from the start of a run to its end. */
export async function ended(ask: Ask, id: string): Promise<number> {
  for (;;) {
    const { run } = Run.parse(await ask('GET', `/api/runs/${id}`))
    if (run.state === 'done') return (run.ended_at ?? 0) - run.started_at
    if (run.state === 'failed' || run.state === 'cancelled') throw new Error(JSON.stringify(run.error))
    await sleep(LOOK)
  }
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
