import { workflowRoutes, type TriggerView } from '@countersign/protocol'
import { useState } from 'react'
import { useApp } from '../../../data/context.ts'
import { call } from '../../../data/http.ts'
import { MODES } from '../../../platform/modes/modes.ts'
import { Button } from '../../../ui/Button.tsx'
import { Panel } from '../../../ui/Section.tsx'
import { SchemaForm, type FormValues } from '../fields/SchemaForm.tsx'
import { manageTexts as texts } from '../manage-texts.ts'
import { Choice } from './Choice.tsx'
import { blankFields, eventBrings, fieldsOfTrigger, whenOf, type TriggerFields } from './trigger-fields.ts'
import { TriggerKind } from './TriggerKind.tsx'
import { useVersionInputs } from './use-version-inputs.ts'

interface FormProps {
  readonly workflow: string
  /** The version that it starts. */
  readonly hash: string
  /** The trigger to change; absent: a new one. */
  readonly trigger?: TriggerView
  /** Called with the secret of a new webhook, which is shown once. */
  readonly onSaved: (secret: string | null) => void
  readonly onClose: () => void
}

/** State of the form, and saving it. */
function useTriggerForm({ workflow, hash, trigger, onSaved }: FormProps) {
  const { me } = useApp()
  const [said, setSaid] = useState<string | null>(null)
  const [values, setValues] = useState<FormValues>((trigger?.inputs ?? {}) as FormValues) // JSON from the server
  const [fields, setFields] = useState<TriggerFields>(() => {
    const blank = blankFields(new Intl.DateTimeFormat().resolvedOptions().timeZone, me.workspace)
    return trigger === undefined ? blank : fieldsOfTrigger(trigger, blank)
  })
  const declared = useVersionInputs(workflow, hash)
  const inputs = declared?.map((field) =>
    eventBrings(fields.kind, field.name) ? { ...field, required: false } : field,
  )
  const isComplete = inputs?.every(({ name, required }) => !required || values[name] !== undefined) ?? true
  const when = whenOf(fields)
  const save = async (): Promise<void> => {
    if (when === null) return
    const body = { when, mode: fields.mode, overlap: fields.overlap, inputs: { ...values } }
    if (trigger === undefined) {
      const added = await call(workflowRoutes.addTrigger, { body: { ...body, workflow_id: workflow, hash } })
      if (added.ok) onSaved(added.value.secret)
      else setSaid(added.message)
      return
    }
    const changed = await call(workflowRoutes.changeTrigger, { params: { id: trigger.id }, body })
    if (changed.ok) onSaved(null)
    else setSaid(changed.message)
  }
  const set = (part: Partial<TriggerFields>): void => setFields({ ...fields, ...part })
  return { fields, set, inputs, values, setValues, save, said, isReady: when !== null && isComplete }
}

/** A new trigger for one version, or the settings of one that exists. */
export function TriggerForm(props: FormProps) {
  const { fields, set, inputs = [], values, setValues, save, said, isReady } = useTriggerForm(props)
  const isNew = props.trigger === undefined
  return (
    <Panel>
      <form
        aria-label={isNew ? texts.addTrigger : texts.changeTrigger}
        className="@container flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          if (isReady) void save()
        }}
      >
        <div className="grid items-end gap-3 @2xl:grid-cols-2">
          {/* A webhook has a secret, so that no other kind can become one. */}
          {isNew && (
            <Choice
              label={texts.kind}
              value={fields.kind}
              options={Object.entries(texts.kinds)}
              onChange={(kind) => set({ kind: kind as TriggerFields['kind'] })} // options are kinds
            />
          )}
          <TriggerKind fields={fields} set={set} />
          <Choice
            label={texts.overlap}
            value={fields.overlap}
            options={Object.entries(texts.overlaps)}
            onChange={(overlap) => set({ overlap: overlap as TriggerFields['overlap'] })} // options are those words
          />
          <Choice
            label={texts.mode}
            value={fields.mode}
            options={MODES.map(({ id, label }) => [id, label] as const)}
            onChange={(mode) => set({ mode })}
          />
        </div>
        {inputs.length > 0 && (
          <fieldset className="flex flex-col gap-2">
            <legend className="mb-2 text-label font-semibold">{texts.inputs}</legend>
            {fields.kind !== 'schedule' && (
              <p className="text-hint text-ink-2">{texts.eventInputs[fields.kind]}</p>
            )}
            <SchemaForm fields={inputs} values={values} onChange={setValues} />
          </fieldset>
        )}
        {said !== null && (
          <p role="alert" className="text-label text-stop">
            {said}
          </p>
        )}
        <div className="flex gap-2">
          <Button type="submit" kind="primary" disabled={!isReady}>
            {isNew ? texts.add : texts.saveTrigger}
          </Button>
          <Button kind="quiet" onClick={props.onClose}>
            {texts.cancel}
          </Button>
        </div>
      </form>
    </Panel>
  )
}
