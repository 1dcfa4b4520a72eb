import { workflowRoutes, type TriggerWhen } from '@countersign/protocol'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useApp } from '../../../data/context.ts'
import { call, valueOf } from '../../../data/http.ts'
import { MODES } from '../../../platform/modes/modes.ts'
import { Button } from '../../../ui/Button.tsx'
import { fieldClass, Panel } from '../../../ui/Section.tsx'
import { keys } from '../api.ts'
import { manageTexts as texts } from '../manage-texts.ts'

interface FormProps {
  readonly workflow: string
  readonly hash: string
  /** Called with the secret of a webhook, which is shown once. */
  readonly onAdded: (secret: string | null) => void
  readonly onClose: () => void
}

interface Fields {
  readonly kind: TriggerWhen['kind']
  readonly cron: string
  readonly zone: string
  readonly folder: string
  readonly globs: string
  readonly other: string
  readonly after: 'done' | 'failed' | 'both'
  readonly mode: string
}

function whenOf({ kind, cron, zone, folder, globs, other, after }: Fields): TriggerWhen | null {
  switch (kind) {
    case 'schedule':
      return cron.trim() === '' ? null : { kind, cron: cron.trim(), time_zone: zone, missed: 'once' }
    case 'webhook':
      return { kind }
    case 'file_change': {
      const lines = globs
        .split('\n')
        .map((line) => line.trim())
        .filter(Boolean)
      return lines.length === 0 || folder === '' ? null : { kind, folder, globs: lines }
    }
    case 'other_run':
      return other === '' ? null : { kind, workflow_id: other, after }
  }
}

const label = 'flex flex-col gap-1 text-label'

/** State of the form, and saving it. */
function useTriggerForm({ workflow, hash, onAdded }: FormProps) {
  const { me } = useApp()
  const [said, setSaid] = useState<string | null>(null)
  const [fields, setFields] = useState<Fields>({
    kind: 'schedule',
    cron: '',
    zone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
    folder: me.workspace,
    globs: '',
    other: '',
    after: 'done',
    mode: 'default',
  })
  const when = whenOf(fields)
  const add = async (): Promise<void> => {
    if (when === null) return
    const result = await call(workflowRoutes.addTrigger, {
      body: { workflow_id: workflow, hash, when, mode: fields.mode },
    })
    if (result.ok) onAdded(result.value.secret)
    else setSaid(result.message)
  }
  const set = (part: Partial<Fields>): void => setFields({ ...fields, ...part })
  return { fields, set, add, said, isReady: when !== null }
}

/** A new trigger for one version. */
export function TriggerForm(props: FormProps) {
  const { fields, set, add, said, isReady } = useTriggerForm(props)
  return (
    <Panel>
      <form
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          void add()
        }}
      >
        <Choice
          label={texts.kind}
          value={fields.kind}
          options={Object.entries(texts.kinds)}
          onChange={(kind) => set({ kind: kind as Fields['kind'] })} // options are kinds
        />
        <KindFields fields={fields} set={set} />
        <Choice
          label={texts.mode}
          value={fields.mode}
          options={MODES.map(({ id, label: words }) => [id, words] as const)}
          onChange={(mode) => set({ mode })}
        />
        {said !== null && (
          <p role="alert" className="text-label text-stop">
            {said}
          </p>
        )}
        <div className="flex gap-2">
          <Button type="submit" kind="primary" disabled={!isReady}>
            {texts.add}
          </Button>
          <Button kind="quiet" onClick={props.onClose}>
            {texts.cancel}
          </Button>
        </div>
      </form>
    </Panel>
  )
}

interface ChoiceProps {
  readonly label: string
  readonly value: string
  readonly options: readonly (readonly [value: string, words: string])[]
  readonly onChange: (value: string) => void
}

function Choice({ label: words, value, options, onChange }: ChoiceProps) {
  return (
    <label className={label}>
      {words}
      <select className={fieldClass} value={value} onChange={(event) => onChange(event.target.value)}>
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </label>
  )
}

type FieldsProps = { readonly fields: Fields; readonly set: (part: Partial<Fields>) => void }

function KindFields({ fields, set }: FieldsProps) {
  const text = (name: 'cron' | 'zone' | 'folder', words: string, hint = '') => (
    <label className={label}>
      {words}
      <input
        className={`${fieldClass} font-mono`}
        placeholder={hint}
        value={fields[name]}
        spellCheck={false}
        onChange={(event) => set({ [name]: event.target.value })}
      />
    </label>
  )
  switch (fields.kind) {
    case 'schedule':
      return (
        <>
          {text('cron', texts.cron, texts.cronHint)}
          {text('zone', texts.zone)}
        </>
      )
    case 'webhook':
      return null
    case 'file_change':
      return (
        <>
          {text('folder', texts.folder)}
          <label className={label}>
            {texts.globs}
            <textarea
              rows={2}
              className={`${fieldClass} py-1 font-mono`}
              placeholder={texts.globExample}
              spellCheck={false}
              value={fields.globs}
              onChange={(event) => set({ globs: event.target.value })}
            />
          </label>
        </>
      )
    case 'other_run':
      return <OtherRun fields={fields} set={set} />
  }
}

function OtherRun({ fields, set }: FieldsProps) {
  const { data } = useQuery({
    queryKey: keys.list,
    queryFn: () => valueOf(call(workflowRoutes.list, { query: {} })),
  })
  const workflows = data?.workflows.map(({ id, name }) => [id, name] as const) ?? []
  return (
    <>
      <Choice
        label={texts.otherWorkflow}
        value={fields.other}
        options={[['', '–'], ...workflows]}
        onChange={(other) => set({ other })}
      />
      <Choice
        label={texts.afterWhat}
        value={fields.after}
        options={Object.entries(texts.afters)}
        onChange={(after) => set({ after: after as Fields['after'] })} // options are those words
      />
    </>
  )
}
