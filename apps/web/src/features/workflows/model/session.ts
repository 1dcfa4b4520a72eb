import type { WorkflowView } from '@countersign/protocol'
import type { Graph } from '@countersign/workflow'
import { act, begin, redo, undo, type History, type Op } from './edit.ts'
import { withNeeded, type Ghost } from './ghosts.ts'

export type SaveResult =
  | { readonly ok: true; readonly workflow: WorkflowView }
  | { readonly ok: false; readonly conflict: boolean; readonly message: string }

/** The session's dependencies on the page. */
export interface SessionPorts {
  readonly save: (graph: Graph, base: number) => Promise<SaveResult>
  readonly later: (ms: number, run: () => void) => () => void
}

export interface SessionState {
  readonly history: History
  /** The latest state from the server: problems, manifest, and the base of the next save. */
  readonly workflow: WorkflowView
  readonly saving: 'saved' | 'unsaved' | 'saving' | 'conflict' | 'failed'
  /** The reason if it was not saved. */
  readonly message: string | null
  readonly ghosts: readonly Ghost[]
  /** Increases with every change to the proposals, so that an older view of them is recognised as stale. */
  readonly revision: number
  /** Address of the node being edited. */
  readonly selected: string | null
}

/** Milliseconds without a change before the draft is saved. */
const QUIET = 600

/** One open workflow: its draft, its history, the open proposals, and whether everything is saved. */
export class DraftSession {
  private state: SessionState
  private readonly listeners = new Set<() => void>()
  private saved: Graph
  private running: Promise<boolean> | undefined
  private cancel: (() => void) | undefined
  private readonly ports: SessionPorts

  constructor(workflow: WorkflowView, graph: Graph, ports: SessionPorts) {
    this.saved = graph
    this.ports = ports
    this.state = {
      history: begin(graph),
      workflow,
      saving: 'saved',
      message: null,
      ghosts: [],
      revision: 0,
      selected: null,
    }
  }

  readonly now = (): SessionState => this.state

  readonly listen = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  private set(change: Partial<SessionState>): void {
    this.state = { ...this.state, ...change }
    for (const listener of this.listeners) listener()
  }

  get graph(): Graph {
    return this.state.history.graph
  }

  select(address: string | null): void {
    if (address !== this.state.selected) this.set({ selected: address })
  }

  act(label: string, ops: readonly Op[], join?: string): void {
    this.became(act(this.state.history, label, ops, join))
  }

  undo(): void {
    this.became(undo(this.state.history))
  }

  redo(): void {
    this.became(redo(this.state.history))
  }

  private became(history: History): void {
    if (history === this.state.history) return
    const waits = this.state.saving === 'conflict' ? 'conflict' : 'unsaved'
    this.set({ history, saving: waits })
    if (waits === 'conflict') return
    this.cancel?.()
    this.cancel = this.ports.later(QUIET, () => void this.flush())
  }

  /** Saves unsaved changes now. Returns true if the server has the draft as shown. */
  async flush(): Promise<boolean> {
    this.cancel?.()
    this.cancel = undefined
    if (this.running !== undefined) await this.running
    if (this.state.saving === 'conflict') return false
    if (this.graph === this.saved) return true
    this.running = this.save()
    const done = await this.running
    this.running = undefined
    // Edits made during the save are saved too.
    return done && this.graph !== this.saved ? this.flush() : done
  }

  private async save(): Promise<boolean> {
    const { graph } = this
    this.set({ saving: 'saving' })
    const result = await this.ports.save(graph, this.state.workflow.draft_base)
    if (!result.ok) {
      this.set({ saving: result.conflict ? 'conflict' : 'failed', message: result.message })
      return false
    }
    this.saved = graph
    const saving = this.graph === graph ? 'saved' : 'unsaved'
    this.set({ workflow: result.workflow, saving, message: null })
    return true
  }

  /** Updates the workflow after the server saved a version. The draft did not change. */
  told(workflow: WorkflowView): void {
    this.set({ workflow })
  }

  /** A version was saved elsewhere. The base of the draft stays, so that an edit by another window still shows up as a conflict. */
  headIs(head: string | null): void {
    const { workflow } = this.state
    if (head !== workflow.head) this.set({ workflow: { ...workflow, head, changed: workflow.hash !== head } })
  }

  /** After a conflict: replaces the draft of this window by the one that the other window saved. */
  takeTheirs(workflow: WorkflowView, graph: Graph): void {
    this.saved = graph
    this.set({ workflow, history: begin(graph), saving: 'saved', message: null })
  }

  /** After a conflict: overwrites the other window's draft with the one shown here. */
  async keepMine(workflow: WorkflowView): Promise<boolean> {
    this.set({ workflow, saving: 'unsaved', message: null })
    return this.flush()
  }

  propose(label: string, ops: readonly Op[]): Ghost {
    const number = (this.state.ghosts.at(-1)?.number ?? 0) + 1
    const ghost: Ghost = { number, label, ops }
    this.set({ ghosts: [...this.state.ghosts, ghost], revision: this.state.revision + 1 })
    return ghost
  }

  /** Accepts one proposal with its prerequisites, or all proposals, as one undo step. */
  accept(number: number | 'all'): void {
    const { ghosts } = this.state
    const taken = number === 'all' ? ghosts : withNeeded(this.graph, ghosts, number)
    if (taken.length === 0) return
    const gone = new Set(taken.map((ghost) => ghost.number))
    this.set({
      ghosts: ghosts.filter((ghost) => !gone.has(ghost.number)),
      revision: this.state.revision + 1,
    })
    this.act(
      taken.length === 1 ? (taken[0]?.label ?? '') : `${taken.length} proposals`,
      taken.flatMap(({ ops }) => ops),
    )
  }

  /** A card was answered: the server put the accepted proposals into the draft, and `base` is its new base. */
  answered(
    { applied, declined }: { readonly applied: readonly number[]; readonly declined: readonly number[] },
    base: number,
  ): void {
    const { ghosts, history, workflow } = this.state
    const taken = ghosts.filter(({ number }) => applied.includes(number))
    const gone = new Set([...applied, ...declined])
    const next = act(
      history,
      `${taken.length} proposals`,
      taken.flatMap(({ ops }) => ops),
    )
    this.saved = next.graph
    this.set({
      history: next,
      ghosts: ghosts.filter(({ number }) => !gone.has(number)),
      revision: this.state.revision + 1,
      workflow: { ...workflow, draft_base: base, changed: true },
    })
  }

  decline(number: number | 'all'): void {
    const { ghosts } = this.state
    // A wire to a declined node is dropped with it.
    const left =
      number === 'all'
        ? []
        : ghosts.filter(
            (ghost) => !withNeeded(this.graph, ghosts, ghost.number).some((one) => one.number === number),
          )
    if (left.length !== ghosts.length) this.set({ ghosts: left, revision: this.state.revision + 1 })
  }
}
