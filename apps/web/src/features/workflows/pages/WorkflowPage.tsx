import { useQuery } from '@tanstack/react-query'
import { Play } from 'lucide-react'
import { useState } from 'react'
import type { PaneProps, RouteParams } from '../../../platform/feature.ts'
import { Button } from '../../../ui/Button.tsx'
import { Page } from '../../../ui/Page.tsx'
import { PageTitle } from '../../../ui/Section.tsx'
import { useNarrow } from '../../../ui/use-narrow.ts'
import { fetchWorkflow, keys } from '../api.ts'
import { EffectTable } from '../effects/EffectTable.tsx'
import { WorkflowEditor } from '../editor/WorkflowEditor.tsx'
import { RunSheet } from '../runs/RunSheet.tsx'
import { RunsList } from '../runs/RunsList.tsx'
import { runTexts } from '../run-texts.ts'
import { texts } from '../texts.ts'

/** A workflow on its own page. */
export function WorkflowPage({ params: { id = '' } }: { params: RouteParams }) {
  const narrow = useNarrow()
  return narrow ? <PhoneWorkflow id={id} /> : <WorkflowEditor id={id} alone />
}

/** A workflow next to a thread. */
export function WorkflowPane({ params: { id = '' } }: PaneProps) {
  return <WorkflowEditor id={id} />
}

/** The view without room for an editor: the effects, a run button, and the runs. */
function PhoneWorkflow({ id }: { id: string }) {
  const [open, setOpen] = useState(false)
  const { data, error } = useQuery({ queryKey: keys.one(id), queryFn: () => fetchWorkflow(id), staleTime: 0 })
  if (data === undefined) return <Page>{error === null ? texts.loading : texts.notHere(error.message)}</Page>
  return (
    <div className="flex h-full flex-col gap-4 overflow-y-auto p-4">
      <PageTitle title={data.name} hint={texts.phoneEdit} />
      <div>
        <Button
          kind="primary"
          size="large"
          disabled={data.head === null && data.problems.length > 0}
          onClick={() => setOpen(true)}
        >
          <Play size={16} aria-hidden="true" />
          {runTexts.run}
        </Button>
      </div>
      {data.manifest !== null && <EffectTable manifest={data.manifest} />}
      {/* The list has its own padding. */}
      <div className="-mx-4">
        <RunsList workflow={id} />
      </div>
      {open && (
        <RunSheet
          workflow={data}
          version={data.head === null ? 'draft' : undefined}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  )
}
