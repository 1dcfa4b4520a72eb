import { questionBody, readBody, type CallBody } from '@countersign/protocol'
import { misfit, type JsonSchema } from '@countersign/workflow'
import { useEffect, useState } from 'react'
import type { AnswersProps, AnyBody, BodyProps } from '../../../platform/body.ts'
import { LazyArgumentsBody } from '../../../platform/cards/LazyBodies.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Visible } from '../../../ui/Visible.tsx'
import { fieldsOf, SchemaForm, type FormValues } from '../fields/SchemaForm.tsx'
import { ValueField } from '../fields/ValueField.tsx'
import { cardTexts as texts } from '../manage-texts.ts'

function dataOf(body: AnyBody) {
  return readBody(questionBody, body as CallBody) // the card passes bodies as received
}

/** A workflow's question, with the value that it is about. */
export function QuestionBody(props: BodyProps) {
  const data = dataOf(props.body)
  if (data === undefined) return <LazyArgumentsBody {...props} />
  return (
    <div className="flex flex-col gap-2 text-label">
      <p className="whitespace-pre-wrap">
        <Visible text={data.question} />
      </p>
      {data.value !== undefined && <AskedValue value={data.value} />}
    </div>
  )
}

/** Shows an object as one row per field, and anything else as text. */
function AskedValue({ value }: { value: unknown }) {
  if (isPlainObject(value))
    return (
      <dl className="divide-y divide-line rounded-control border border-line bg-ground font-mono text-hint">
        {Object.entries(value).map(([name, field]) => (
          <div key={name} className="grid grid-cols-[minmax(6rem,30%)_minmax(0,1fr)] gap-3 px-3 py-1">
            <dt className="text-ink-2 wrap-anywhere">
              <Visible text={name} />
            </dt>
            <dd className="whitespace-pre-wrap wrap-anywhere">
              <Visible text={textOf(field)} />
            </dd>
          </div>
        ))}
      </dl>
    )
  return (
    <pre className="rounded-control bg-ground p-2 font-mono text-hint whitespace-pre-wrap wrap-anywhere">
      <Visible text={textOf(value)} />
    </pre>
  )
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2)
}

function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length > 0
}

/** A form generated from the schema of the answer; a value to approve is approved as it is, or edited first. */
export function QuestionAnswers(props: AnswersProps) {
  const data = dataOf(props.body)
  if (data === undefined) return null
  return fieldsOf(data.schema).length > 0 ? (
    <Form {...props} schema={data.schema} />
  ) : (
    <ApproveValue {...props} value={data.value} mayEdit={data.may_edit} />
  )
}

/** The answer to a question, field by field. */
function Form({ schema, mayAllow, allow, named, setYes, yesKey }: AnswersProps & { schema: JsonSchema }) {
  const [values, setValues] = useState<FormValues>({})
  const fits = misfit(values, schema) === undefined
  useEffect(() => setYes(fits ? { answer: values } : null), [setYes, fits, values])
  return (
    <div className="flex w-full flex-col gap-2">
      <SchemaForm fields={fieldsOf(schema)} values={values} onChange={setValues} />
      <div>
        <Button
          kind="primary"
          disabled={!mayAllow || !fits}
          aria-label={named(texts.answer)}
          {...allow({ answer: values })}
        >
          {texts.answer}
          {yesKey}
        </Button>
      </div>
    </div>
  )
}

/** Approves a value, or edits it first. During the edit, the button says that it approves the edited value. */
function ApproveValue(props: AnswersProps & { readonly value: unknown; readonly mayEdit: boolean }) {
  const { value, mayEdit, mayAllow, allow, named, setYes, yesKey } = props
  const [changed, setChanged] = useState<unknown>(undefined)
  const [editing, setEditing] = useState(false)
  const answer = editing && changed !== undefined ? changed : value
  const word = editing && changed !== undefined ? texts.approveChanged : texts.approve
  useEffect(() => setYes({ answer }), [setYes, answer])
  return (
    <>
      {editing && (
        <span className="flex w-full flex-col gap-1">
          <ValueField
            label={texts.changedValue}
            schema={typeof value === 'string' ? { type: 'string' } : true}
            value={answer}
            onChange={(next) => setChanged(next)}
          />
        </span>
      )}
      <Button kind="primary" disabled={!mayAllow} aria-label={named(word)} {...allow({ answer })}>
        {word}
        {yesKey}
      </Button>
      {mayEdit && !editing && <Button onClick={() => setEditing(true)}>{texts.change}</Button>}
      {editing && (
        <Button
          kind="quiet"
          onClick={() => {
            setEditing(false)
            setChanged(undefined)
          }}
        >
          {texts.keepValue}
        </Button>
      )}
    </>
  )
}
