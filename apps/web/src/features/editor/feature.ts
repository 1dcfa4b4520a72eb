import { FileDiff, FileText } from 'lucide-react'
import { handles, type ClientTool } from '../../platform/client-tool.ts'
import { defineFeature } from '../../platform/feature.ts'
import { lazy } from '../../ui/lazy.ts'

const EditorPane = lazy(async () => ({ default: (await import('./EditorPane.tsx')).EditorPane }))
const ProposalPane = lazy(async () => ({
  default: (await import('./proposal/ProposalPane.tsx')).ProposalPane,
}))

/** Handlers are loaded on first use. */
const later =
  (name: 'openFile' | 'applyEdit' | 'diagnostics'): ClientTool['run'] =>
  async (...call) =>
    (await import('./agent-tools.ts'))[name](...call)

/** One file in an editor. */
export const editor = defineFeature({
  name: 'editor',
  tools: [
    handles('editor.open', later('openFile')),
    handles('editor.diagnostics', later('diagnostics')),
    handles('editor.applyEdit', later('applyEdit')),
  ],
  panes: [
    {
      type: 'editor',
      title: 'Editor',
      icon: FileText,
      place: 'center',
      by: 'path',
      titleOf: ({ path = '' }) => path.slice(path.lastIndexOf('/') + 1),
      pane: EditorPane,
    },
    {
      type: 'proposal',
      title: 'Proposed change',
      icon: FileDiff,
      place: 'center',
      by: 'path',
      titleOf: ({ path = '' }) => `${path.slice(path.lastIndexOf('/') + 1)} (proposed)`,
      pane: ProposalPane,
    },
  ],
})
