import type { ToolOutcome } from '@countersign/agent'
import type { PaneView, ServerMessage, WindowAnswer } from '@countersign/protocol'
import { z } from 'zod'
import type { ToolRun } from './tool-runs.ts'

/** The subject of a question to a window: a pane, the text of an open file, the proposals for an open workflow. */
export const WindowQuestion = z.enum(['pane', 'text', 'proposals'])
export type WindowQuestion = z.infer<typeof WindowQuestion>

/** A connected window. */
export interface OpenWindow {
  readonly panes: readonly PaneView[]
  /** Tools of the workbench that it can run. */
  readonly offers: ReadonlySet<string>
  /**
   * The content of a pane, the text of an open file, or the proposals for a workflow. Undefined: it does not have it, or does not answer.
   */
  ask(about: WindowQuestion, of: string): Promise<WindowAnswer | undefined>
  run(work: ToolRun): Promise<ToolOutcome>
}

/** A page's connection. */
export interface PageLine {
  readonly session: string
  send(message: ServerMessage): void
}
