import type { CalledServer, DefinitionChange } from '@countersign/protocol'
import { useMemo, useState } from 'react'
import { Visible } from '../../ui/Visible.tsx'
import { shortDate } from '../../ui/times.ts'
import type { AnyBody, BodyLook } from '../body.ts'
import { diffTexts } from '@countersign/protocol/client'
import { DiffRows } from './DiffRows.tsx'
import { EntryTable } from './EntryTable.tsx'
import { entriesAsJson, jsonRows } from './json-rows.ts'
import type { Entry } from './json-rows.ts'
import { texts } from './texts.ts'

const NONE: readonly Entry[] = []

/** Shows arguments as a table in schema order, never as raw JSON by default. It is also the fallback for bodies without a view. */
export function ArgumentsBody({ body, look }: { body: AnyBody; look?: BodyLook }) {
  const { server = null, change = null } = body
  const entries = body.entries ?? NONE
  const [json, setJson] = useState(false)
  const rows = useMemo(() => jsonRows(entries), [entries])
  return (
    <div>
      {server !== null && <ServerLine server={server} />}
      {change !== null && <ChangeOfTool change={change} look={look} />}
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

/** The tool's new description next to its old one, in a separate box because a third party wrote both. */
function ChangeOfTool({ change, look }: { change: DefinitionChange; look: BodyLook | undefined }) {
  const { before, after } = change
  const { rows } = useMemo(() => diffTexts(before, after), [before, after])
  return (
    <div className="mb-2 overflow-clip rounded-control border border-line bg-ground">
      <p className="px-3 pt-2 text-hint font-semibold text-stop">{texts.toolChanged}</p>
      <DiffRows rows={rows} empty={texts.toolChangeHidden} {...(look === undefined ? {} : { look })} />
    </div>
  )
}

/** The server's name from the person's own list, never the name that the server gives itself. */
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
