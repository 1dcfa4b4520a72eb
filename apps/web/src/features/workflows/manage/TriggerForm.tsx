import { workflowRoutes, type TriggerWhen } from '@countersign/protocol'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useApp } from '../../../data/context.ts'
import { call, valueOf } from '../../../data/http.ts'
import { MODES } from '../../../platform/modes/modes.ts'
import { Button } from '../../../ui/Button.tsx'
import { fieldClass, Panel } from '../../../ui/Section.tsx'
import { keys } from '../api.ts'
import { manageTexts as texts } from '../texts.ts'

interface FormProps {
  readonly workflow: string
  readonly hash: string
  /** With the secret of a webhook, which is shown once. */
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

/** A new trigger for one version. */
export function TriggerForm({ workflow, hash, onAdded, onClose }: FormProps) {
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
  const set = (part: Partial<Fields>): void => setFields({ ...fields, ...part })
  const when = whenOf(fields)
  const add = async (): Promise<void> => {
    if (when === null) return
    const result = await call(workflowRoutes.addTrigger, {
      body: { workflow_id: workflow, hash, when, mode: fields.mode },
    })
    if (result.ok) onAdded(result.value.secret)
    else setSaid(result.message)
  }
  return (
    <Panel>
      <form
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          void add()
        }}
      >
        <label className={label}>
          {texts.kind}
          <select
            className={fieldClass}
            value={fields.kind}
            onChange={(event) => set({ kind: event.target.value as Fields['kind'] })} // options are kinds
          >
            {Object.entries(texts.kinds).map(([kind, words]) => (
              <option key={kind} value={kind}>
                {words}
              </option>
            ))}
          </select>
        </label>
        <KindFields fields={fields} set={set} />
        <label className={label}>
          {texts.mode}
          <select
            className={fieldClass}
            value={fields.mode}
            onChange={(event) => set({ mode: event.target.value })}
          >
            {MODES.map(({ id, label: words }) => (
              <option key={id} value={id}>
                {words}
              </option>
            ))}
          </select>
        </label>
        {said !== null && (
          <p role="alert" className="text-label text-stop">
            {said}
          </p>
        )}
        <div className="flex gap-2">
          <Button type="submit" kind="primary" disabled={when === null}>
            {texts.add}
          </Button>
          <Button kind="quiet" onClick={onClose}>
            {texts.cancel}
          </Button>
        </div>
      </form>
    </Panel>
  )
}

function KindFields({ fields, set }: { fields: Fields; set: (part: Partial<Fields>) => void }) {
  const { data } = useQuery({
    queryKey: keys.list,
    queryFn: () => valueOf(call(workflowRoutes.list, { query: {} })),
    enabled: fields.kind === 'other_run',
  })
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
      return (
        <>
          <label className={label}>
            {texts.otherWorkflow}
            <select
              className={fieldClass}
              value={fields.other}
              onChange={(event) => set({ other: event.target.value })}
            >
              <option value="">–</option>
              {data?.workflows.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          </label>
          <label className={label}>
            {texts.afterWhat}
            <select
              className={fieldClass}
              value={fields.after}
              onChange={(event) => set({ after: event.target.value as Fields['after'] })} // options are those words
            >
              {Object.entries(texts.afters).map(([after, words]) => (
                <option key={after} value={after}>
                  {words}
                </option>
              ))}
            </select>
          </label>
        </>
      )
  }
}
