import {
  parseCall,
  pass,
  type Call,
  type CallResult,
  type CallStore,
  type StoredCall,
  type Toolbelt,
} from '@countersign/agent'
import { compilePolicy, type Place, type PolicySource } from '@countersign/policy'
import { CallId, ThreadId, TurnId, type CallState } from '@countersign/protocol'
import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { imageStore, type ImageStore } from '../../media/image-store.ts'
import { contentFiles } from '../../platform/files/content-files.ts'
import { openCheckpoints, type Checkpoints } from '../../checkpoints/checkpoints.ts'
import { locksOfOneProcess } from '../../workspace/path-locks.ts'
import { builtInTools } from './built-in-tools.ts'
import { freeEgress } from '../../platform/egress/testing/free-egress.ts'

export interface Passed {
  readonly call: Call
  readonly result: CallResult
  /** States that the call went through. */
  readonly states: readonly CallState[]
}

export interface CallOptions {
  readonly turn?: string
  /** A person's answer when asked; the default is yes. */
  readonly answer?: 'yes' | 'no'
  /** Happens while the person decides. */
  meanwhile?(): Promise<void>
}

/** A workspace in its own folder, and the tools behind a real gate with in-memory rows. */
export interface ToolBench {
  readonly workspace: string
  readonly outside: string
  readonly home: string
  readonly place: Place
  readonly checkpoints: Checkpoints
  readonly images: ImageStore
  readonly belt: Toolbelt
  policy(source: PolicySource): void
  call(tool: string, args: unknown, options?: CallOptions): Promise<Passed>
  close(): Promise<void>
}

export async function toolBench(
  makeBelt: (checkpoints: Checkpoints, images: ImageStore) => Toolbelt = (checkpoints, images) =>
    builtInTools({
      egress: freeEgress(),
      checkpoints,
      images,
      terminal: [],
      searchService: () => Promise.resolve(undefined),
    }),
): Promise<ToolBench> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'cs-tools-')))
  const [workspace, outside, home] = ['workspace', 'outside', 'home'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ] // three names in, three paths out
  for (const path of [workspace, outside, home]) await mkdir(path)
  const place = { workspace, cwd: workspace, home: join(folder, 'person') }
  let number = 0
  let time = 0
  const checkpoints = openCheckpoints({
    folder: join(home, 'checkpoints'),
    trash: join(home, 'trash'),
    now: () => (time += 1),
    newName: () => `kept-${(number += 1)}`,
    paths: locksOfOneProcess(),
  })
  const kept = (folder: string) =>
    contentFiles({ folder: join(home, folder), clock: { now: () => (time += 1) } })
  const images = imageStore(kept('media'), kept('images'))
  const belt = makeBelt(checkpoints, images)
  let source: PolicySource = { mode: 'auto', layers: [] }
  let calls = 0

  return {
    workspace,
    outside,
    home,
    place,
    checkpoints,
    images,
    belt,
    policy: (next) => {
      source = next
    },
    async call(tool, args, options = {}) {
      calls += 1
      const origin = {
        id: CallId.parse(`call_${calls}`),
        threadId: ThreadId.parse('thr_bench'),
        turnId: TurnId.parse(`trn_${options.turn ?? '1'}`),
        parentId: null,
        depth: 0,
        place,
      }
      const asked = { providerId: `p${calls}`, name: tool, input: JSON.stringify(args) }
      const parsed = await parseCall(belt, asked, origin)
      if (!parsed.ok) throw new Error(`${tool}: ${parsed.result.text}`)
      const row = oneRow()
      const gate = {
        calls: row.store,
        answers: {
          async settled() {
            await options.meanwhile?.()
            return row.answer(options.answer ?? 'yes')
          },
        },
        policy: { snapshot: () => Promise.resolve(compilePolicy(source)) },
        clock: { now: () => 1 },
      }
      const result = await pass(gate, {
        lease: { turnId: origin.turnId, epoch: 1 },
        call: parsed.call,
        tool: parsed.tool,
        place,
        parents: [],
        signal: new AbortController().signal,
      })
      return { call: parsed.call, result, states: row.states }
    },
    // A killed program may still create its last file.
    close: () => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }),
  }
}

/** Rows of a single call, in memory. */
function oneRow() {
  const states: CallState[] = []
  let row: StoredCall | undefined
  const put = (next: StoredCall): StoredCall => {
    states.push(next.state)
    row = next
    return next
  }
  const there = (): StoredCall => {
    if (!row) throw new Error('no call was proposed')
    return row
  }
  const store: CallStore = {
    find: () => Promise.resolve(row),
    below: () => Promise.resolve([]),
    propose(_lease, call, decision, { refused }) {
      const base = { call, decision, proposedAt: 1, result: null, signature: null }
      if (refused) return Promise.resolve(put({ ...base, state: 'failed', result: refused }))
      const state = ({ run: 'approved', ask: 'waiting', block: 'blocked' } as const)[decision.verdict]
      return Promise.resolve(put({ ...base, state }))
    },
    askAgain: (_lease, _id, decision) => Promise.resolve(put({ ...there(), decision, state: 'waiting' })),
    begin: () => Promise.resolve(put({ ...there(), state: 'running' }).state === 'running'),
    end: (_lease, _id, result) =>
      Promise.resolve(put({ ...there(), state: result.state, result }) !== undefined),
    recordRejected: () => Promise.reject(new Error('calls of this bench fit')),
    verified: () => Promise.resolve(false),
    resume: () => Promise.resolve(false),
    refuse: (_lease, _id, result) =>
      Promise.resolve(put({ ...there(), state: result.state, result }) !== undefined),
  }
  const answer = (given: 'yes' | 'no'): StoredCall =>
    put({
      ...there(),
      state: given === 'yes' ? 'approved' : 'denied',
      signature: { via: 'person', by: 'ana', at: 1 },
    })
  return { states, store, answer }
}
