import { Suspense, useCallback, useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { useWorkbench, WorkbenchContext } from '../../../workbench/workbench-context.ts'
import { lazy } from '../../../ui/lazy.ts'
import { texts } from './texts.ts'
import { useWaitingChange } from './use-proposal.ts'

const ProposalReview = lazy(async () => ({ default: (await import('./ProposalReview.tsx')).ProposalReview }))

/**
 * A file, or a waiting change of it in its place. Unsaved text stays visible: then the change opens in its own pane. The editor stays
 * mounted below the change, so that nothing typed is lost.
 */
export function WithProposal({ path, children }: { path: string; children: ReactNode }) {
  const question = useWaitingChange(path)
  const workbench = useWorkbench()
  const { setDirty } = workbench
  const [dirty, setOwnDirty] = useState(false)
  const tellDirty = useCallback(
    (pane: string, is: boolean) => {
      setOwnDirty(is)
      setDirty(pane, is)
    },
    [setDirty],
  )
  const inside = useMemo(() => ({ ...workbench, setDirty: tellDirty }), [workbench, tellDirty])
  const covered = question !== null && !dirty
  return (
    <>
      {covered && (
        <Suspense>
          <ProposalReview question={question} path={path} />
        </Suspense>
      )}
      <div hidden={covered} className="flex h-full min-h-0 flex-col not-[[hidden]]:flex [[hidden]]:hidden">
        {question !== null && dirty && (
          <div
            role="status"
            className="flex flex-wrap items-center gap-2 border-b border-line bg-wait-bg px-3 py-1"
          >
            <span className="flex-1 text-label text-wait">{texts.waits}</span>
            <Button onClick={() => workbench.open('proposal', { path })}>{texts.open}</Button>
          </div>
        )}
        <div className="min-h-0 flex-1">
          <WorkbenchContext value={inside}>{children}</WorkbenchContext>
        </div>
      </div>
    </>
  )
}
