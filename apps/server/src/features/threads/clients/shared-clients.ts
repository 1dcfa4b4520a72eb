import type { ToolOutcome } from '@countersign/agent'
import { canonicalJson, sha256 } from '@countersign/protocol/canonical'
import {
  readTool,
  SerializedTool,
  ThreadId,
  type ClientTool,
  type ServerMessage,
} from '@countersign/protocol'
import { z } from 'zod'
import type { Other, OtherProcesses } from '../../../platform/relay/other-processes.ts'
import { RelayedRun, runHere, runThere } from '../../../platform/windows/relayed-run.ts'
import type { ToolRun, ToolRuns } from '../../../platform/windows/tool-runs.ts'
import type { WindowSeat } from '../../../platform/windows/windows.ts'

/** Milliseconds that another process has to say whether one of its clients follows a thread. */
const FOLLOW_LIMIT = 2000

/** The part of a client's connection that its tools need. */
export interface ClientLine {
  send(message: ServerMessage): void
  follows(threadId: ThreadId): boolean
  /** The window of a page; other clients have no workbench tools. */
  readonly seat?: Pick<WindowSeat, 'offer' | 'finish'> | undefined
}

export interface Definition {
  readonly tool: ClientTool
  readonly hash: string
}

/** A client that can run tools, connected to this process or to another. */
export interface Runner {
  readonly tools: ReadonlyMap<string, Definition>
  follows(threadId: ThreadId): Promise<boolean>
  run(work: ToolRun): Promise<ToolOutcome>
}

export interface Client {
  readonly id: string
  readonly line: ClientLine
  readonly runs: ToolRuns
  tools: ReadonlyMap<string, Definition>
}

/** Clients of this process for others, and theirs for this one. */
export interface SharedClients {
  /** The tools that a client of this process offers; empty removes it. */
  show(client: Client, tools: readonly SerializedTool[]): Promise<void>
  /** Clients of other processes, newest manifest last. */
  runners(): readonly Runner[]
}

const Shown = z.object({ tools: z.array(SerializedTool) })
type Shown = z.infer<typeof Shown>

const Question = z.discriminatedUnion('kind', [
  RelayedRun,
  z.object({ kind: z.literal('follows'), threadId: ThreadId }),
])

export function sharedClients(
  clients: ReadonlySet<Client>,
  others: Pick<OtherProcesses, 'share'>,
): SharedClients {
  const known = new WeakMap<Other<Shown>, Runner>()
  const shared = others.share({
    part: 'client',
    schema: Shown,
    async answer(id, asked, signal) {
      const client = [...clients].find((one) => one.id === id)
      const question = Question.parse(asked)
      if (question.kind === 'run') return runHere(client?.runs, question, signal)
      return client?.line.follows(question.threadId) ?? false
    },
  })
  const runnerOf = (other: Other<Shown>): Runner => {
    const runner = known.get(other) ?? {
      tools: definitionsOf(other.value.tools.flatMap(readable)),
      async follows(threadId) {
        const answered = await shared.ask(other, { kind: 'follows', threadId }, { time: FOLLOW_LIMIT })
        return answered.kind === 'answer' && answered.value === true
      },
      run: (work) => runThere(shared, other, work),
    }
    known.set(other, runner)
    return runner
  }
  return {
    show: ({ id }, tools) => shared.show(id, tools.length === 0 ? undefined : { tools: [...tools] }),
    runners: () => shared.others().map(runnerOf),
  }
}

export function hereRunner({ line, runs, tools }: Client): Runner {
  return {
    tools,
    follows: (threadId) => Promise.resolve(line.follows(threadId)),
    run: (work) => runs.run(work),
  }
}

export function definitionsOf(tools: readonly ClientTool[]): ReadonlyMap<string, Definition> {
  return new Map(tools.map((tool) => [tool.name, { tool, hash: sha256(canonicalJson(tool)) }]))
}

function readable(sent: SerializedTool): readonly ClientTool[] {
  const read = readTool(sent)
  return read.ok ? [read.value] : []
}
