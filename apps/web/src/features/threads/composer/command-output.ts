import type { ToolView, UndoView } from '@countersign/protocol'
import type { Model } from '../../../data/api.ts'
import type { SlashCommand } from './slash-commands.ts'
import type { Explained, KeptRule } from '../../../data/api-rules.ts'

/** The output of a slash command. It is above the composer and not part of the conversation. */
export type CommandOutput =
  | { readonly kind: 'tools'; readonly tools: readonly ToolView[] }
  | { readonly kind: 'rules'; readonly rules: readonly KeptRule[] }
  | { readonly kind: 'explained'; readonly call: string; readonly explained: Explained }
  /** For a call that was already decided. */
  | { readonly kind: 'why'; readonly call: string; readonly explained: Explained }
  | { readonly kind: 'undone'; readonly undo: UndoView }
  | { readonly kind: 'help'; readonly commands: readonly SlashCommand[] }
  | { readonly kind: 'models'; readonly models: readonly Model[]; readonly current: string }
  | { readonly kind: 'trouble'; readonly text: string }
