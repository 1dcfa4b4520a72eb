import { Visible } from '../../../ui/Visible.tsx'

export function ValueRows({ values }: { values: Readonly<Record<string, unknown>> }) {
  return (
    <dl className="grid grid-cols-[minmax(5rem,auto)_minmax(0,1fr)] gap-x-3 gap-y-1 text-label">
      {Object.entries(values).map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="font-mono text-hint text-ink-3">{name}</dt>
          <dd className="max-h-60 overflow-auto whitespace-pre-wrap font-mono text-hint wrap-anywhere">
            <Visible text={typeof value === 'string' ? value : JSON.stringify(value, null, 2)} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
