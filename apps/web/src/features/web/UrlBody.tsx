import type { CallBody } from '@countersign/protocol'
import type { BodyProps } from '../../platform/body.ts'
import { Visible } from '../../ui/Visible.tsx'
import { EntryTable } from '../../platform/cards/EntryTable.tsx'
import type { JsonRow } from '../../platform/cards/json-rows.ts'
import { texts } from './texts.ts'
import { urlPieces } from './url-pieces.ts'

/** Method and full URL with the host in bold; a non-ASCII host also in its wire form; then the request content. */
export function UrlBody({ body }: BodyProps<Extract<CallBody, { kind: 'url' }>>) {
  const { method, url, headers = [], body: content = null } = body
  const { before, host, after, wireHost } = urlPieces(url)
  const rows: readonly JsonRow[] = [
    ...headers.map(({ name, value }): JsonRow => ({ name, value: { kind: 'text', text: value } })),
    ...(content === null
      ? []
      : [{ name: texts.requestBody, value: { kind: 'text', text: content } } as const]),
  ]
  return (
    <>
      <div className="rounded-control border border-line bg-ground px-3 py-2">
        <p className="font-mono text-command" data-exact="">
          <span className="text-ink-3">{method} </span>
          <Visible text={before} />
          <strong className="font-semibold">
            <Visible text={host} />
          </strong>
          <Visible text={after} />
        </p>
        {wireHost !== null && <p className="font-mono text-hint text-stop">{wireHost}</p>}
        <p className="text-hint text-ink-3">{texts.leaves}</p>
      </div>
      {rows.length > 0 && <EntryTable rows={rows} />}
    </>
  )
}
