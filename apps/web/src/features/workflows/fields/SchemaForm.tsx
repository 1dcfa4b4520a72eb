import { typeWords, type JsonSchema } from '@countersign/workflow'
import { useId } from 'react'
import { editorTexts as texts } from '../texts.ts'
import { ValueField } from './ValueField.tsx'
import type { Json } from './value-kind.ts'

export interface FormField {
  readonly name: string
  readonly schema: JsonSchema
  readonly required: boolean
  readonly standard?: unknown
  readonly about?: string | undefined
}

export type FormValues = Readonly<Record<string, Json>>

/** A form with one field per value, depending on its type. */
export function SchemaForm(props: {
  readonly fields: readonly FormField[]
  readonly values: FormValues
  readonly onChange: (values: FormValues) => void
}) {
  const { fields, values, onChange } = props
  const id = useId()
  return (
    <div className="flex flex-col gap-3">
      {fields.map(({ name, schema, required, standard, about }) => (
        <div key={name} className="flex flex-col gap-1">
          <span id={`${id}-${name}`} className="text-label font-semibold">
            {about ?? name}{' '}
            <span className="font-normal text-ink-3">
              {typeWords(schema)}
              {required ? `, ${texts.required}` : ''}
            </span>
          </span>
          <ValueField
            label={about ?? name}
            schema={schema}
            value={values[name] ?? standard}
            describedBy={`${id}-${name}`}
            onChange={(value) => {
              const { [name]: _, ...rest } = values
              onChange(value === undefined ? rest : { ...rest, [name]: value })
            }}
          />
        </div>
      ))}
    </div>
  )
}

/** The fields of an object schema. */
export function fieldsOf(schema: JsonSchema): readonly FormField[] {
  if (typeof schema === 'boolean') return []
  const properties = schema['properties']
  const required: unknown = schema['required']
  if (typeof properties !== 'object' || properties === null) return []
  return Object.entries(properties).map(([name, own]: [string, unknown]) => ({
    name,
    schema: typeof own === 'object' && own !== null ? { ...own } : true,
    required: Array.isArray(required) && required.includes(name),
  }))
}
