import type { JsonSchema } from '@countersign/workflow'
import { useState } from 'react'
import { cx } from '../../../ui/cx.ts'
import { fieldClass } from '../../../ui/Section.tsx'
import { editorTexts as texts } from '../texts.ts'
import { readText, valueKind, writeText, type Json } from './value-kind.ts'

export interface ValueFieldProps {
  readonly label: string
  readonly schema: JsonSchema
  readonly value: unknown
  readonly onChange: (value: Json | undefined) => void
  readonly describedBy?: string | undefined
  readonly invalid?: boolean | undefined
}

/** A field for a value, depending on its type: a choice, a number, text, or JSON. */
export function ValueField({ label, schema, value, onChange, describedBy, invalid }: ValueFieldProps) {
  const kind = valueKind(schema)
  const shared = {
    'aria-label': label,
    'aria-describedby': describedBy,
    'aria-invalid': invalid === true ? true : undefined,
    className: cx(fieldClass, 'w-full', invalid === true && 'border-stop'),
  }
  if (kind.kind === 'choice' || kind.kind === 'boolean') {
    const choices: readonly unknown[] = kind.kind === 'boolean' ? [true, false] : kind.choices
    return (
      <select
        {...shared}
        value={value === undefined ? '' : JSON.stringify(value)}
        onChange={(event) => onChange(readText({ kind: 'json' }, event.target.value))}
      >
        <option value="">{texts.unset}</option>
        {choices.map((choice) => (
          <option key={JSON.stringify(choice)} value={JSON.stringify(choice)}>
            {String(choice)}
          </option>
        ))}
      </select>
    )
  }
  return <TypedField kind={kind} shared={shared} value={value} onChange={onChange} />
}

interface TypedProps {
  readonly kind: ReturnType<typeof valueKind>
  readonly shared: Readonly<Record<string, unknown>> & { readonly className: string }
  readonly value: unknown
  readonly onChange: (value: Json | undefined) => void
}

/** Keeps the text exactly as typed while it parses to the value or does not parse yet. */
function TypedField({ kind, shared, value, onChange }: TypedProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const read = typed === null ? undefined : readText(kind, typed)
  const isValue = JSON.stringify(read) === JSON.stringify(value)
  const unreadable = typed !== null && typed !== '' && read === undefined
  const text = typed !== null && (isValue || unreadable) ? typed : writeText(kind, value)
  const change = (next: string): void => {
    setTyped(next)
    const found = readText(kind, next)
    if (next === '' || found !== undefined) onChange(found)
  }
  if (kind.kind === 'number')
    return (
      <input
        {...shared}
        type="number"
        step={kind.whole ? 1 : 'any'}
        value={text}
        onChange={(event) => change(event.target.value)}
      />
    )
  return (
    <>
      <textarea
        {...shared}
        rows={1}
        spellCheck={kind.kind === 'text'}
        className={cx(
          shared.className,
          'field-sizing-content max-h-60 min-h-control resize-none py-1',
          kind.kind !== 'text' && 'font-mono',
        )}
        placeholder={kind.kind === 'json' ? texts.json : kind.kind === 'any' ? texts.anything : undefined}
        value={text}
        onChange={(event) => change(event.target.value)}
      />
      {unreadable && <p className="text-hint text-stop">{texts.badJson}</p>}
    </>
  )
}
