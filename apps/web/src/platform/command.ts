import type { ToolEffect } from '@countersign/protocol'
import type { ComponentType } from 'react'
import type { App } from '../data/context.ts'
import type { View } from '../data/view.ts'
import type { ClientTool } from './client-tool.ts'

/** The input of a running command, and its access to the page. */
export interface CommandContext {
  readonly app: App
  readonly view: View
  readonly path: string
  readonly navigate: (to: string) => void
  /** Opens a dialog over the page and replaces an open one. */
  readonly open: (dialog: Dialog) => void
}

/** A dialog of the shell. Load it lazily: most people never open it. */
export type Dialog = ComponentType<{ readonly onClose: () => void }>

/** An action that is available everywhere, from the palette, by a key, or both. No command answers a card. */
export interface Command {
  /** Changed key bindings are stored under this id. */
  readonly id: string
  /** The entry in the palette; absent if the command has only a key. */
  readonly title?: string
  /** The palette lists the command first while it is available. */
  readonly urgent?: true
  readonly key?: CommandKey
  /** Absent: always available. */
  readonly when?: (context: CommandContext) => boolean
  readonly run: (context: CommandContext) => void
  /** Exposes the command to the agent as a tool of this name, behind the gate. */
  readonly agent?: AgentSide
}

/** A command as a tool. */
export interface AgentSide {
  readonly description: string
  /** JSON Schema of its arguments. Absent: it takes none. */
  readonly params?: Record<string, unknown>
  readonly effect: ToolEffect
  /** The specifier that rules are matched against: `{value}`. */
  readonly specifier?: string
  readonly run: ClientTool['run']
}

/** A default key; a person may rebind it. */
export interface CommandKey {
  /** For example `Control+Shift+m`, `F8`, `z`. */
  readonly chord: string
  /** The description in the list of keys. */
  readonly does: string
  /** Two letters in sequence that do the same outside fields. */
  readonly sequence?: readonly [string, string]
  /** A plain letter that a focused card passes on to the page. */
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
