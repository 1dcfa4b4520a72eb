import type { ToolView, UndoView } from '@countersign/protocol'
import type { Model } from '../../../data/api.ts'
import type { SlashCommand } from './slash-commands.ts'
import type { Explained, KeptRule } from '../../../data/api-rules.ts'

/** What a slash command shows. It stands above the composer and is no part of the conversation. */
export type CommandOutput =
  | { readonly kind: 'tools'; readonly tools: readonly ToolView[] }
  | { readonly kind: 'rules'; readonly rules: readonly KeptRule[] }
  | { readonly kind: 'explained'; readonly call: string; readonly explained: Explained }
  /** Of a call that was decided already. */
  | { readonly kind: 'why'; readonly call: string; readonly explained: Explained }
  | { readonly kind: 'undone'; readonly undo: UndoView }
  | { readonly kind: 'help'; readonly commands: readonly SlashCommand[] }
  | { readonly kind: 'models'; readonly models: readonly Model[]; readonly current: string }
  | { readonly kind: 'trouble'; readonly text: string }
