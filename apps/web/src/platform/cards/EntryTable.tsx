import { Visible } from '../../ui/Visible.tsx'
import type { JsonRow, RowValue } from './json-rows.ts'
import { LongText } from './LongText.tsx'
import { texts } from './texts.ts'

/** Names and values as a table, with nested values indented below. */
export function EntryTable({ rows }: { rows: readonly JsonRow[] }) {
  return (
    <dl className="divide-y divide-line" data-exact="">
      {rows.map((row, index) => (
        <div key={`${index} ${row.name}`} className="flex flex-wrap gap-x-4 py-1.5 font-mono text-code">
          <dt className="w-28 shrink-0 text-ink-3">
            <Visible text={row.name} />
          </dt>
          <dd className={row.value.kind === 'rows' ? 'w-full ps-4' : 'min-w-48 flex-1 whitespace-pre-wrap'}>
            <Value value={row.value} name={row.name} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Value({ value, name }: { value: RowValue; name: string }) {
  switch (value.kind) {
    case 'text':
      return <LongText text={value.text} name={name} />
    case 'list':
      return value.items.map((item, index) => (
        <span key={index}>
          {index > 0 && <span className="text-ink-3">, </span>}
          <Visible text={item} />
        </span>
      ))
    case 'rows':
      return (
        <div className="border-s border-line ps-3">
          <EntryTable rows={value.rows} />
        </div>
      )
    case 'empty':
      return <span className="font-sans text-ink-3">{texts.empty[value.of]}</span>
  }
}
