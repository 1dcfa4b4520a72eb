import { questionBody, readBody, type CallBody } from '@countersign/protocol'
import { misfit } from '@countersign/workflow'
import { useState } from 'react'
import type { AnswersProps, AnyBody, BodyProps } from '../../../platform/body.ts'
import { LazyArgumentsBody } from '../../../platform/cards/LazyBodies.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Visible } from '../../../ui/Visible.tsx'
import { fieldsOf, SchemaForm, type FormValues } from '../fields/SchemaForm.tsx'
import { ValueField } from '../fields/ValueField.tsx'
import { cardTexts as texts } from '../texts.ts'

function dataOf(body: AnyBody) {
  return readBody(questionBody, body as CallBody) // the card hands it bodies as they came
}

/** What a workflow asks: the question, and the value that it is about. */
export function QuestionBody(props: BodyProps) {
  const data = dataOf(props.body)
  if (data === undefined) return <LazyArgumentsBody {...props} />
  return (
    <div className="flex flex-col gap-2 text-label">
      <p className="whitespace-pre-wrap">
        <Visible text={data.question} />
      </p>
      {data.value !== undefined && (
        <pre className="rounded-control bg-ground p-2 font-mono text-hint whitespace-pre-wrap wrap-anywhere">
          <Visible text={typeof data.value === 'string' ? data.value : JSON.stringify(data.value, null, 2)} />
        </pre>
      )}
    </div>
  )
}

/** A form by the schema of the answer; a value to approve is approved as it is, or changed first. */
export function QuestionAnswers({ body, mayAllow, allow, named }: AnswersProps) {
  const data = dataOf(body)
  const [values, setValues] = useState<FormValues>({})
  const [changed, setChanged] = useState<unknown>(undefined)
  const [editing, setEditing] = useState(false)
  if (data === undefined) return null
  const fields = fieldsOf(data.schema)
  const asks = fields.length > 0
  if (asks) {
    const fits = misfit(values, data.schema) === undefined
    return (
      <div className="flex w-full flex-col gap-2">
        <SchemaForm fields={fields} values={values} onChange={setValues} />
        <div>
          <Button
            kind="primary"
            disabled={!mayAllow || !fits}
            aria-label={named(texts.answer)}
            {...allow({ answer: values })}
          >
            {texts.answer}
          </Button>
        </div>
      </div>
    )
  }
  const answer = editing && changed !== undefined ? changed : data.value
  return (
    <>
      {editing && (
        <span className="flex w-full flex-col gap-1">
          <ValueField
            label={texts.change}
            schema={true}
            value={answer}
            onChange={(value) => setChanged(value)}
          />
        </span>
      )}
      <Button kind="primary" disabled={!mayAllow} aria-label={named(texts.approve)} {...allow({ answer })}>
        {texts.approve}
      </Button>
      {data.may_edit && !editing && <Button onClick={() => setEditing(true)}>{texts.change}</Button>}
    </>
  )
}
