import type { CalledServer } from '@countersign/protocol'
import { useMemo, useState } from 'react'
import { Visible } from '../ui/Visible.tsx'
import { shortDate } from '../ui/times.ts'
import { EntryTable } from './EntryTable.tsx'
import { entriesAsJson, jsonRows } from './json-rows.ts'
import type { Entry } from './json-rows.ts'
import { texts } from './texts.ts'

export interface ArgumentsBodyProps {
  readonly entries: readonly Entry[]
  readonly server: CalledServer | null
}

/** Arguments as a table in the schema's order; never a blob by default. */
export function ArgumentsBody({ entries, server }: ArgumentsBodyProps) {
  const [json, setJson] = useState(false)
  const rows = useMemo(() => jsonRows(entries), [entries])
  return (
    <div>
      {server !== null && <ServerLine server={server} />}
      {entries.length === 0 && <p className="text-label text-ink-3">{texts.noArguments}</p>}
      {json && (
        <pre
          className="rounded-control border border-line bg-ground px-3 py-2 font-mono text-code whitespace-pre-wrap"
          data-exact=""
        >
          <Visible text={entriesAsJson(entries)} />
        </pre>
      )}
      {!json && entries.length > 0 && <EntryTable rows={rows} />}
      {entries.length > 0 && (
        <button
          type="button"
          className="mt-1 min-h-6 text-hint font-semibold text-accent"
          onClick={() => setJson(!json)}
        >
          {json ? texts.asTable : texts.asJson}
        </button>
      )}
    </div>
  )
}

/** The server as the person's own list has it, never as it calls itself. */
function ServerLine({ server }: { server: CalledServer }) {
  const { trusted_at: since } = server
  const trust =
    since === undefined
      ? texts.trusted
      : since === null
        ? texts.untrusted
        : texts.trustedSince(shortDate(since))
  return (
    <p className="pb-1 text-hint text-ink-2">
      {texts.server(server.name)} <span className="text-ink-3">·</span> {texts.transports[server.transport]}{' '}
      <code className="font-mono">
        <Visible text={server.at} />
      </code>{' '}
      <span className="text-ink-3">·</span> {trust} <span className="text-ink-3">·</span> {texts.leavesShort}
    </p>
  )
}
