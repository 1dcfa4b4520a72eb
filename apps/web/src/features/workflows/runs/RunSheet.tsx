import { workflowRoutes, type WorkflowView } from '@countersign/protocol'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { call } from '../../../data/http.ts'
import { MODES } from '../../../platform/modes/modes.ts'
import { Button } from '../../../ui/Button.tsx'
import { fieldClass } from '../../../ui/Section.tsx'
import { Sheet } from '../../../ui/Sheet.tsx'
import { EffectTable } from '../effects/EffectTable.tsx'
import { SchemaForm, type FormValues } from '../fields/SchemaForm.tsx'
import { runTexts as texts } from '../texts.ts'

interface RunSheetProps {
  readonly workflow: Pick<WorkflowView, 'id' | 'name' | 'inputs' | 'manifest'>
  /** A hash, the draft, or the head. */
  readonly version: string | undefined
  readonly from?: { readonly node: string; readonly run: string; readonly inputs: FormValues }
  readonly onClose: () => void
}

/** What a run is given, what it may do, and the start. */
export function RunSheet({ workflow, version, from, onClose }: RunSheetProps) {
  const [, navigate] = useLocation()
  const [values, setValues] = useState<FormValues>(from?.inputs ?? {})
  const [mode, setMode] = useState('')
  const [said, setSaid] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const missing = workflow.inputs.filter(
    ({ name, required, standard }) => required && standard === undefined && values[name] === undefined,
  )
  const start = async (grant?: 'run' | 'version'): Promise<void> => {
    setBusy(true)
    const result = await call(workflowRoutes.start, {
      params: { id: workflow.id },
      body: {
        inputs: { ...values },
        ...(version === undefined ? {} : { version }),
        ...(mode === '' ? {} : { mode }),
        ...(grant === undefined ? {} : { grant }),
        ...(from === undefined ? {} : { from_node: from.node, run_id: from.run }),
      },
    })
    setBusy(false)
    if (!result.ok) return setSaid(result.message)
    onClose()
    navigate(`/runs/${result.value.run.id}`)
  }
  const effects = workflow.manifest?.effects.length ?? 0
  return (
    <Sheet title={texts.runTitle(workflow.name)} wide onClose={onClose}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (missing.length === 0) void start()
        }}
      >
        {from !== undefined && <p className="text-label">{texts.fromHereAsk(from.node)}</p>}
        {workflow.inputs.length === 0 ? (
          <p className="text-label text-ink-3">{texts.noInputs}</p>
        ) : (
          <SchemaForm fields={workflow.inputs} values={values} onChange={setValues} />
        )}
        {workflow.manifest !== null && (
          <section aria-label={texts.mayDo} className="flex flex-col gap-2">
            <h3 className="text-label font-semibold">{texts.mayDo}</h3>
            <EffectTable manifest={workflow.manifest} />
            <p className="text-hint text-ink-3">{texts.decided}</p>
          </section>
        )}
        <label className="flex items-center gap-2 text-label">
          {texts.mode}
          <select className={fieldClass} value={mode} onChange={(event) => setMode(event.target.value)}>
            <option value="">{texts.usualMode}</option>
            {MODES.filter(({ id }) => id !== 'plan').map(({ id, label }) => (
              <option key={id} value={id}>
                {label}
              </option>
            ))}
          </select>
        </label>
        {said !== null && (
          <p role="alert" className="text-label text-stop">
            {said}
          </p>
        )}
        <div className="flex flex-wrap gap-2">
          <Button type="submit" kind="primary" disabled={busy || missing.length > 0}>
            {texts.start}
          </Button>
          {effects > 0 && (
            <>
              <Button disabled={busy || missing.length > 0} onClick={() => void start('run')}>
                {texts.startAllow}
              </Button>
              <Button disabled={busy || missing.length > 0} onClick={() => void start('version')}>
                {texts.allowVersion}
              </Button>
            </>
          )}
          <Button kind="quiet" onClick={onClose}>
            {texts.cancel}
          </Button>
        </div>
      </form>
    </Sheet>
  )
}
