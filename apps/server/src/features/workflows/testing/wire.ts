import {
  workflowRoutes,
  type CallId,
  type RunSummary,
  type RunView,
  type WorkflowView,
} from '@countersign/protocol'
import { expect } from 'vitest'
import type { TestClient, TestServer } from '../../../testing/running-server.ts'
import { SCRIPTED } from '../../../testing/scripted-model.ts'

export interface Reply {
  readonly status: number
  readonly json: unknown
}

interface Card {
  readonly tool_call_id: CallId
  readonly hash: string
}

/** A person who uses workflows through the API of a real server. */
export class WorkflowUser {
  readonly #server: () => TestServer

  /** Takes a function, so that a restarted server can replace the first. */
  constructor(server: () => TestServer) {
    this.#server = server
  }

  async ask(
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Reply> {
    const sent =
      body === undefined
        ? {}
        : {
            headers: { 'content-type': 'application/json', ...headers },
            body: typeof body === 'string' ? body : JSON.stringify(body),
          }
    const answer = await this.#server().request(path, { method, ...sent })
    return { status: answer.status, json: await answer.json() }
  }

  /** Creates a workflow with this graph as its first version. */
  async saved(graph: object, name = 'W'): Promise<{ readonly id: string; readonly hash: string }> {
    const made = await this.ask('POST', '/api/workflows', { name, graph })
    const { workflow } = made.json as { workflow: WorkflowView } // our own route
    expect(workflow.problems).toEqual([])
    return { id: workflow.id, hash: await this.saveAgain(workflow.id) }
  }

  async workflow(id: string): Promise<WorkflowView> {
    return workflowRoutes.get.reply.parse((await this.ask('GET', `/api/workflows/${id}`)).json).workflow
  }

  /** Saves the current or the given draft as a version. */
  async saveAgain(id: string, graph?: object): Promise<string> {
    let { draft_base: base } = await this.workflow(id)
    if (graph !== undefined) {
      expect((await this.ask('PUT', `/api/workflows/${id}/draft`, { graph, base })).status).toBe(200)
      base += 1
    }
    const version = await this.ask('POST', `/api/workflows/${id}/versions`, { message: '', base })
    expect(version.status).toBe(200)
    return workflowRoutes.saveVersion.reply.parse(version.json).version.hash
  }

  async start(id: string, more: object = {}): Promise<string> {
    const started = await this.ask('POST', `/api/workflows/${id}/runs`, { inputs: {}, ...more })
    return workflowRoutes.start.reply.parse(started.json).run.id
  }

  async run(id: string): Promise<RunView> {
    return workflowRoutes.run.reply.parse((await this.ask('GET', `/api/runs/${id}`)).json).run
  }

  async runs(workflowId: string): Promise<readonly RunSummary[]> {
    const { json } = await this.ask('GET', `/api/runs?workflow_id=${workflowId}`)
    return workflowRoutes.runs.reply.parse(json).runs
  }

  async until(id: string, state: string): Promise<RunView> {
    await expect.poll(async () => this.#stateOf(id, state), { timeout: 30_000 }).toBe(state)
    return this.run(id)
  }

  /** Includes the error if the run ended in a state other than the expected one. */
  async #stateOf(id: string, wanted: string): Promise<string> {
    const { state, error } = await this.run(id)
    return state === wanted || error === null ? state : `${state}: ${JSON.stringify(error)}`
  }

  async waiting(): Promise<readonly Card[]> {
    const { approvals } = (await this.ask('GET', '/api/waiting')).json as { approvals: Card[] } // our own route
    return approvals
  }

  /** Answers the oldest card, or the card of this call. */
  async answer(client: TestClient, more: object = {}, callId?: CallId): Promise<void> {
    const find = async () =>
      (await this.waiting()).find((card) => callId === undefined || card.tool_call_id === callId)
    await expect.poll(find, { timeout: 30_000 }).toBeDefined()
    const card = await find()
    const reply = await client.command({
      type: 'tool_approval_response',
      decision: 'allow_once',
      tool_call_id: card?.tool_call_id,
      hash: card?.hash,
      ...more,
    })
    expect(reply).toMatchObject({ type: 'ok' })
  }
}

/** Opens a thread with the scripted model. */
export async function newChat(client: TestClient, mode = 'default'): Promise<string> {
  const created = await client.command({ type: 'thread_create', model: SCRIPTED, permission_mode: mode })
  if (created.type !== 'ok' || created.thread_id === undefined) throw new Error(JSON.stringify(created))
  await client.command({ type: 'subscribe', thread_id: created.thread_id, after_seq: 0 })
  return created.thread_id
}

/** Builds a graph with a single node. */
export function oneNode(id: string, type: string, inputs: object, more: object = {}) {
  return {
    version: 1,
    name: 'One',
    inputs: {},
    outputs: {},
    nodes: [{ id, type, inputs, ...more }],
    edges: [],
  }
}
