import { workflowRoutes, type WorkflowView } from '@countersign/protocol'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, valueOf } from '../../../data/http.ts'
import { Button } from '../../../ui/Button.tsx'
import { fetchWorkflow, graphOf } from '../api.ts'
import { EffectDiff } from '../effects/EffectDiff.tsx'
import { draftDiff } from '../model/draft-diff.ts'
import { editorTexts as texts } from '../texts.ts'
import { useEditor } from './editor-context.ts'

/** Another window saved first: how this draft differs from that one, and which of them stays. */
export function ConflictBar() {
  const { session, state } = useEditor()
  const { id } = state.workflow
  const { graph } = state.history
  const [again, setAgain] = useState(false)
  const theirs = useQuery({
    queryKey: ['workflow-conflict', id],
    queryFn: () => fetchWorkflow(id),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  const checked = useQuery({
    queryKey: ['workflow-conflict-mine', id, graph],
    queryFn: () => valueOf(call(workflowRoutes.check, { body: { graph: { ...graph } } })),
    gcTime: 0,
    retry: false,
  })
  const settle = async (how: 'theirs' | 'mine', shown: WorkflowView): Promise<void> => {
    // A person decides about the difference that was shown, not about a later one.
    const now = await fetchWorkflow(id)
    if (now.draft_base !== shown.draft_base) {
      setAgain(true)
      return void theirs.refetch()
    }
    const read = graphOf(now.draft)
    if (how === 'mine' || !('graph' in read)) await session.keepMine(now)
    else session.takeTheirs(now, read.graph)
  }
  const other = theirs.data
  const read = other === undefined ? undefined : graphOf(other.draft)
  const mayEffects = checked.data === undefined ? null : (checked.data.manifest?.effects ?? null)
  const known = (other?.manifest ?? null) !== null && mayEffects !== null
  return (
    <section
      aria-label={texts.conflictTitle}
      className="flex max-h-1/2 flex-col gap-2 overflow-y-auto border-b border-line bg-wait-bg px-3 py-2"
      data-conflict={id}
    >
      <h2 className="sr-only">{texts.conflictTitle}</h2>
      <div className="flex flex-wrap items-center gap-2 text-label text-wait">
        <span role="alert" className="min-w-0 flex-1 basis-72">
          {again ? texts.conflictAgain : texts.conflict}
        </span>
        <Button
          size="small"
          disabled={other === undefined}
          onClick={() => other !== undefined && void settle('theirs', other)}
        >
          {texts.takeTheirs}
        </Button>
        <Button
          size="small"
          disabled={other === undefined}
          onClick={() => other !== undefined && void settle('mine', other)}
        >
          {texts.keepMine}
        </Button>
      </div>
      {theirs.error !== null && <p className="text-label text-stop">{theirs.error.message}</p>}
      {other !== undefined && read !== undefined && 'graph' in read && (
        <EffectDiff
          title={texts.conflictDiff}
          hint={known ? texts.conflictHint : texts.conflictUnknown}
          diff={draftDiff(
            { graph: read.graph, effects: other.manifest?.effects ?? null },
            { graph, effects: mayEffects },
          )}
        />
      )}
    </section>
  )
}
