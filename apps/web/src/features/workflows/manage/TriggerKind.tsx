import { workflowRoutes } from '@countersign/protocol'
import { useQuery } from '@tanstack/react-query'
import { call, valueOf } from '../../../data/http.ts'
import { fieldClass } from '../../../ui/Section.tsx'
import { keys } from '../api.ts'
import { manageTexts as texts } from '../manage-texts.ts'
import { Choice } from './Choice.tsx'
import type { TriggerFields } from './trigger-fields.ts'

interface FieldsProps {
  readonly fields: TriggerFields
  readonly set: (part: Partial<TriggerFields>) => void
}

const label = 'flex min-w-0 flex-col gap-1 text-label'

/** The fields that only one kind of trigger has. */
export function TriggerKind(props: FieldsProps) {
  switch (props.fields.kind) {
    case 'schedule':
      return <Schedule {...props} />
    case 'webhook':
      return null
    case 'file_change':
      return <Files {...props} />
    case 'other_run':
      return <OtherRun {...props} />
  }
}

interface WordsProps extends FieldsProps {
  readonly name: 'cron' | 'zone' | 'folder'
  readonly words: string
  readonly hint?: string
}

function Words({ fields, set, name, words, hint }: WordsProps) {
  return (
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
}

/** Times as cron, or a fixed interval; and what happens to the times that pass while the server is off. */
function Schedule(props: FieldsProps) {
  const { fields, set } = props
  return (
    <>
      <Choice
        label={texts.how}
        value={fields.how}
        options={Object.entries(texts.hows)}
        onChange={(how) => set({ how: how as TriggerFields['how'] })} // options are those words
      />
      {fields.how === 'cron' ? (
        <>
          <Words {...props} name="cron" words={texts.cron} hint={texts.cronHint} />
          <Words {...props} name="zone" words={texts.zone} />
        </>
      ) : (
        <div className="grid grid-cols-2 gap-3">
          <label className={label}>
            {texts.many}
            <input
              type="number"
              min={1}
              step={1}
              className={fieldClass}
              value={fields.many}
              onChange={(event) => set({ many: event.target.value })}
            />
          </label>
          <Choice
            label={texts.unit}
            value={fields.unit}
            options={Object.entries(texts.units)}
            onChange={(unit) => set({ unit: unit as TriggerFields['unit'] })} // options are units
          />
        </div>
      )}
      <Choice
        label={texts.missed}
        value={fields.missed}
        options={Object.entries(texts.misseds)}
        onChange={(missed) => set({ missed: missed as TriggerFields['missed'] })} // options are those words
      />
    </>
  )
}

function Files(props: FieldsProps) {
  const { fields, set } = props
  return (
    <>
      <Words {...props} name="folder" words={texts.folder} />
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
        onChange={(after) => set({ after: after as TriggerFields['after'] })} // options are those words
      />
    </>
  )
}
