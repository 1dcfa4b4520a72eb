import type { ToolEffect } from '@countersign/protocol'
import type { ComponentType } from 'react'
import type { App } from '../data/context.ts'
import type { View } from '../data/view.ts'
import type { ClientTool } from './client-tool.ts'

/** What a command knows when it is run, and what it can do to the page. */
export interface CommandContext {
  readonly app: App
  readonly view: View
  readonly path: string
  readonly navigate: (to: string) => void
  /** Opens a dialog over the page, in place of the one that is open. */
  readonly open: (dialog: Dialog) => void
}

/** A dialog of the shell. Make it lazy: most people never open it. */
export type Dialog = ComponentType<{ readonly onClose: () => void }>

/** Something that can be done from anywhere, by the palette, by a key, or by both. No command answers a card. */
export interface Command {
  /** Changed keys are kept under it. */
  readonly id: string
  /** As the palette lists it; absent: it has a key alone. */
  readonly title?: string
  /** The palette lists it first while it can be done. */
  readonly urgent?: true
  readonly key?: CommandKey
  /** Absent: it can always be done. */
  readonly when?: (context: CommandContext) => boolean
  readonly run: (context: CommandContext) => void
  /** The agent can do it, too: it becomes a tool of this name, behind the gate. */
  readonly agent?: AgentSide
}

/** A command as a tool. */
export interface AgentSide {
  readonly description: string
  /** JSON Schema of its arguments. Absent: it takes none. */
  readonly params?: Record<string, unknown>
  readonly effect: ToolEffect
  /** What rules are matched against: `{value}`. */
  readonly specifier?: string
  readonly run: ClientTool['run']
}

/** A key as it ships; a person may bind another. */
export interface CommandKey {
  /** As in `Control+Shift+m`, `F8`, `z`. */
  readonly chord: string
  /** What it does, for the list of keys. */
  readonly does: string
  /** Two letters, one after the other, that do the same outside fields. */
  readonly sequence?: readonly [string, string]
  /** A plain letter that a focused card lets through. */
  readonly onCards?: true
}

/** One entry of the palette. */
export interface PaletteItem {
  readonly id: string
  readonly group: 'go' | 'thread' | 'do'
  readonly label: string
  readonly hint: string
  readonly run: () => void
}
