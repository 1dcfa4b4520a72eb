import { workflowRoutes, type RunView } from '@countersign/protocol'
import { useQuery } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { call, valueOf } from '../../../data/http.ts'
import { Button } from '../../../ui/Button.tsx'
import { Visible } from '../../../ui/Visible.tsx'
import { runTexts as texts } from '../run-texts.ts'

/** Restores the files that a run changed, after one question that lists what would be restored and what would not. */
export function UndoRun({ run: { id } }: { run: RunView }) {
  const [asked, setAsked] = useState(false)
  const [said, setSaid] = useState<string | null>(null)
  const { data, error } = useQuery({
    queryKey: ['run-undo', id, said],
    queryFn: async () =>
      (await valueOf(call(workflowRoutes.undo, { params: { id }, body: { dry_run: true } }))).undo,
    staleTime: 0,
    // The turn of a run ends a moment after the run, so the first attempts may fail.
    retry: 10,
    retryDelay: 500,
  })
  const undo = async (): Promise<void> => {
    const result = await call(workflowRoutes.undo, { params: { id }, body: { skip_conflicts: true } })
    setAsked(false)
    setSaid(result.ok ? texts.undone(result.value.undo.restored.length) : result.message)
  }
  const files = data?.restored ?? []
  return (
    <section aria-label={texts.undoHead} className="flex flex-col gap-2 border-t border-line pt-4 text-label">
      <h2 className="font-semibold">{texts.undoHead}</h2>
      {data !== undefined && <p>{files.length === 0 ? texts.undoNothing : texts.undoFiles(files.length)}</p>}
      {error !== null && <p className="text-ink-2">{error.message}</p>}
      {asked && (
        <>
          <ul className="max-h-40 overflow-y-auto font-mono text-hint">
            {files.map((path) => (
              <li key={path} className="wrap-anywhere">
                <Visible text={path} />
              </li>
            ))}
          </ul>
          {data !== undefined && data.conflicts.length > 0 && (
            <p className="text-wait">{texts.undoConflicts(data.conflicts.length)}</p>
          )}
          <span className="flex gap-2">
            <Button kind="refuse" onClick={() => void undo()}>
              {texts.undo.replace('…', '')}
            </Button>
            <Button kind="quiet" onClick={() => setAsked(false)}>
              {texts.cancel}
            </Button>
          </span>
        </>
      )}
      {!asked && files.length > 0 && (
        <div>
          <Button onClick={() => setAsked(true)}>
            <Undo2 size={14} aria-hidden="true" />
            {texts.undo}
          </Button>
        </div>
      )}
      <span role="status" className="text-hint text-ink-2">
        {said}
      </span>
    </section>
  )
}
