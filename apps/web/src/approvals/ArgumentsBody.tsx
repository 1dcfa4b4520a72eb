import { useState } from 'react'
import { Visible } from '../ui/Visible.tsx'
import { texts } from './texts.ts'

interface Entry {
  readonly name: string
  readonly value: string
}

/** Longer than this and a value gets a box of its own, with its length. */
const LONG = 200

/** Arguments as a table in the schema's order; never a blob by default. */
export function ArgumentsBody({ entries }: { entries: readonly Entry[] }) {
  const [json, setJson] = useState(false)
  if (entries.length === 0) return <p className="text-label text-ink-3">{texts.noArguments}</p>
  return (
    <div>
      {json ? (
        <pre
          className="rounded-control border border-line bg-ground px-3 py-2 font-mono text-code whitespace-pre-wrap"
          data-exact=""
        >
          <Visible text={asJson(entries)} />
        </pre>
      ) : (
        <dl className="divide-y divide-line" data-exact="">
          {entries.map((entry) => (
            <EntryRow key={entry.name} entry={entry} />
          ))}
        </dl>
      )}
      <button
        type="button"
        className="mt-1 min-h-6 text-hint font-semibold text-accent"
        onClick={() => setJson(!json)}
      >
        {json ? texts.asTable : texts.asJson}
      </button>
    </div>
  )
}

function EntryRow({ entry }: { entry: Entry }) {
  const long = entry.value.length > LONG || entry.value.includes('\n')
  return (
    <div className="flex flex-wrap gap-x-4 py-1.5 font-mono text-code">
      <dt className="w-28 shrink-0 text-ink-3">
        <Visible text={entry.name} />
      </dt>
      <dd className="min-w-48 flex-1 whitespace-pre-wrap">
        <Visible text={entry.value} />
        {long && (
          <span className="ms-2 font-sans text-hint text-ink-3">{texts.characters(entry.value.length)}</span>
        )}
      </dd>
    </div>
  )
}

function asJson(entries: readonly Entry[]): string {
  return JSON.stringify(Object.fromEntries(entries.map(({ name, value }) => [name, value])), null, 2)
}
