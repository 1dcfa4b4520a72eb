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
import { standardInputs, usePlan } from '../plan.ts'
import { runTexts as texts } from '../run-texts.ts'

interface RunSheetProps {
  readonly workflow: Pick<WorkflowView, 'id' | 'name' | 'inputs' | 'manifest' | 'head'>
  /** A hash, the draft, or the head. */
  readonly version: string | undefined
  readonly from?: { readonly node: string; readonly run: string; readonly inputs: FormValues } | undefined
  readonly onClose: () => void
}

/** The mode of a run unless the person chooses another. */
const USUAL = 'default'

/** The inputs of a run, its effects, and the start button. */
export function RunSheet({ workflow, version, from, onClose }: RunSheetProps) {
  const [values, setValues] = useState<FormValues>(from?.inputs ?? {})
  const [mode, setMode] = useState(USUAL)
  const { start, said, busy } = useStart({ workflow, version, from, onClose }, values, mode)
  const missing = workflow.inputs.some(
    ({ name, required, standard }) => required && standard === undefined && values[name] === undefined,
  )
  const effects = workflow.manifest?.effects.length ?? 0
  return (
    <Sheet title={texts.runTitle(workflow.name)} wide onClose={onClose}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (!missing) void start()
        }}
      >
        {from !== undefined && <p className="text-label">{texts.fromHereAsk(from.node)}</p>}
        {workflow.inputs.length === 0 ? (
          <p className="text-label text-ink-3">{texts.noInputs}</p>
        ) : (
          <SchemaForm fields={workflow.inputs} values={values} onChange={setValues} />
        )}
        <MayDo workflow={workflow} version={version} values={values} mode={mode} />
        <ModeField mode={mode} onMode={setMode} />
        {said !== null && (
          <p role="alert" className="text-label text-stop">
            {said}
          </p>
        )}
        <div className="flex flex-wrap gap-2">
          <Button type="submit" kind="primary" disabled={busy || missing}>
            {texts.start}
          </Button>
          {effects > 0 && (
            <>
              <Button disabled={busy || missing} onClick={() => void start('run')}>
                {texts.startAllow}
              </Button>
              <Button disabled={busy || missing} onClick={() => void start('version')}>
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

/** Starts the run and navigates to it, or shows why it did not start. */
function useStart({ workflow, version, from, onClose }: RunSheetProps, values: FormValues, mode: string) {
  const [, navigate] = useLocation()
  const [said, setSaid] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const start = async (grant?: 'run' | 'version'): Promise<void> => {
    setBusy(true)
    const result = await call(workflowRoutes.start, {
      params: { id: workflow.id },
      body: {
        inputs: { ...values },
        mode,
        ...(version === undefined ? {} : { version }),
        ...(grant === undefined ? {} : { grant }),
        ...(from === undefined ? {} : { from_node: from.node, run_id: from.run }),
      },
    })
    setBusy(false)
    if (!result.ok) return setSaid(result.message)
    onClose()
    navigate(`/runs/${result.value.run.id}`)
  }
  return { start, said, busy }
}

interface MayDoProps extends Pick<RunSheetProps, 'workflow' | 'version'> {
  readonly values: FormValues
  readonly mode: string
}

/** All possible effects, with the policy's current verdict on each. */
function MayDo({ workflow: { id, head, inputs, manifest }, version, values, mode }: MayDoProps) {
  const hash = version ?? head ?? 'draft'
  const nodes = usePlan({ workflow: id, hash, inputs: { ...standardInputs(inputs), ...values }, mode })
  if (manifest === null) return null
  return (
    <div className="flex flex-col gap-2">
      <h3 className="text-label font-semibold">{texts.mayDo}</h3>
      <EffectTable manifest={manifest} plan={{ mode, nodes }} />
      <p className="text-hint text-ink-3">{texts.decided}</p>
    </div>
  )
}

function ModeField({ mode, onMode }: { mode: string; onMode: (mode: string) => void }) {
  return (
    <label className="flex items-center gap-2 text-label">
      {texts.mode}
      <select className={fieldClass} value={mode} onChange={(event) => onMode(event.target.value)}>
        {MODES.filter(({ id }) => id !== 'plan').map(({ id, label }) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </select>
    </label>
  )
}
