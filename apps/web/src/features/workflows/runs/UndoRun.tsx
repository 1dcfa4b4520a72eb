import { workflowRoutes } from '@countersign/protocol'
import { useState } from 'react'
import { call } from '../../../data/http.ts'
import { Button } from '../../../ui/Button.tsx'
import { runTexts as texts } from '../texts.ts'

/** Puts back the files of a run, after one question. */
export function UndoRun({ id }: { id: string }) {
  const [asked, setAsked] = useState(false)
  const [said, setSaid] = useState<string | null>(null)
  const undo = async (): Promise<void> => {
    const result = await call(workflowRoutes.undo, { params: { id }, body: { skip_conflicts: true } })
    setAsked(false)
    setSaid(result.ok ? texts.undone(result.value.undo.restored.length) : result.message)
  }
  return (
    <section className="flex flex-col gap-2 border-t border-line pt-4">
      {asked ? (
        <>
          <p className="text-label">{texts.undoAsk}</p>
          <span className="flex gap-2">
            <Button kind="refuse" onClick={() => void undo()}>
              {texts.undo.replace('…', '')}
            </Button>
            <Button kind="quiet" onClick={() => setAsked(false)}>
              {texts.cancel}
            </Button>
          </span>
        </>
      ) : (
        <div>
          <Button onClick={() => setAsked(true)}>{texts.undo}</Button>
        </div>
      )}
      <span role="status" className="text-hint text-ink-2">
        {said}
      </span>
    </section>
  )
}
