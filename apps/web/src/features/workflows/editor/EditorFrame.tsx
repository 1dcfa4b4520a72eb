import type { WorkflowView } from '@countersign/protocol'
import type { Graph } from '@countersign/workflow'
import { useMemo, useState } from 'react'
import { lazy } from '../../../ui/lazy.ts'
import { Suspense } from 'react'
import { usePaneContext } from '../../../workbench/pane-context.ts'
import { useSecrets } from '../api.ts'
import { Tests } from './Tests.tsx'
import { Triggers } from '../manage/Triggers.tsx'
import { Versions } from '../manage/Versions.tsx'
import { RunsList } from '../runs/RunsList.tsx'
import { texts } from '../texts.ts'
import type { PaletteAt } from '../model/add-typed.ts'
import { EditorProvider } from './editor-context.ts'
import { ConflictBar } from './ConflictBar.tsx'
import { EditorHeader, type EditorTab } from './EditorHeader.tsx'
import { GhostBar } from './GhostBar.tsx'
import { ListView } from './ListView.tsx'
import { Palette } from './Palette.tsx'
import { RunBar } from './RunBar.tsx'
import { useEditorKeys } from './use-editor-keys.ts'
import { useGhostReview } from './use-ghost-review.ts'
import { useHead } from './use-head.ts'
import { useLed } from './use-led.ts'
import { useSession } from './use-session.ts'

const CanvasView = lazy(async () => ({ default: (await import('./CanvasView.tsx')).CanvasView }))

interface FrameProps {
  readonly workflow: WorkflowView
  readonly graph: Graph
  readonly alone: boolean
}

/** The editor: several views of one draft, its versions, runs, triggers and tests. */
export function EditorFrame({ workflow, graph, alone }: FrameProps) {
  const { session, state, types } = useSession(workflow, graph)
  const secrets = useSecrets()
  const [tab, setTab] = useState<EditorTab>('list')
  const [palette, setPalette] = useState<PaletteAt | null>(null)
  const review = useGhostReview(workflow.id, session)
  const root = useEditorKeys(session, review, () => setPalette({ body: '' }))
  useLed(workflow.id)
  useHead(workflow.id, session)
  usePaneContext(() => ({
    summary: `Workflow ${session.graph.name}, ${session.graph.nodes.length} nodes, draft`,
    text: JSON.stringify(session.graph),
    sources: [],
  }))
  const editor = useMemo(
    () => ({
      session,
      state,
      types,
      secrets,
      problems: state.workflow.problems,
      openPalette: setPalette,
      review,
    }),
    [session, state, types, secrets, review],
  )
  return (
    <EditorProvider value={editor}>
      <div className="flex h-full min-h-0 flex-col bg-panel" ref={root} data-workflow={workflow.id}>
        <EditorHeader tab={tab} onTab={setTab} alone={alone} />
        {state.saving === 'conflict' && <ConflictBar />}
        {state.ghosts.length > 0 && <GhostBar folded={tab === 'canvas'} />}
        <div className="min-h-0 flex-1 overflow-y-auto">
          {tab === 'list' && <ListView />}
          {tab === 'canvas' && (
            <Suspense fallback={<p className="p-4 text-ink-3">{texts.loading}</p>}>
              <CanvasView />
            </Suspense>
          )}
          {tab === 'runs' && <RunsList workflow={workflow.id} />}
          {tab === 'versions' && <Versions workflow={state.workflow} />}
          {tab === 'triggers' && <Triggers workflow={state.workflow} />}
          {tab === 'tests' && <Tests />}
        </div>
        {(tab === 'list' || tab === 'canvas') && <RunBar />}
        {palette !== null && <Palette at={palette} onClose={() => setPalette(null)} />}
      </div>
    </EditorProvider>
  )
}
