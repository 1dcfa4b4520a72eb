import { workflowRoutes, type GrantView, type VersionView, type WorkflowView } from '@countersign/protocol'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, valueOf } from '../../../data/http.ts'
import { Button } from '../../../ui/Button.tsx'
import { dateAndTime } from '../../../ui/times.ts'
import { Visible } from '../../../ui/Visible.tsx'
import { keys } from '../api.ts'
import { RunSheet } from '../runs/RunSheet.tsx'
import { manageTexts as texts } from '../manage-texts.ts'
import { Compare, DRAFT, type Sides } from './Compare.tsx'

/** Saved versions: author, time, reason, and how any two of them or the draft differ. */
export function Versions({ workflow }: { workflow: WorkflowView }) {
  const { data, error } = useQuery({
    queryKey: [...keys.versions(workflow.id), workflow.head],
    queryFn: () => valueOf(call(workflowRoutes.versions, { params: { id: workflow.id } })),
    staleTime: 0,
  })
  const [compared, setCompared] = useState<Sides | null>(null)
  const [run, setRun] = useState<string | null>(null)
  const versions = data?.versions ?? []
  return (
    <section aria-label={texts.versions} className="mx-auto flex w-full max-w-[64rem] flex-col gap-4 p-4">
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="text-label font-semibold">{texts.versions}</h2>
        {versions.length > 1 && (
          <span className="ms-auto">
            <Button
              aria-expanded={compared !== null}
              onClick={() => setCompared(compared === null ? lastTwo(versions) : null)}
            >
              {texts.compareTwo}
            </Button>
          </span>
        )}
      </div>
      {compared !== null && (
        <Compare workflow={workflow.id} versions={versions} sides={compared} onSides={setCompared} />
      )}
      {error !== null && <p className="text-label text-stop">{error.message}</p>}
      {data !== undefined && versions.length === 0 && (
        <p className="text-label text-ink-3">{texts.noVersions}</p>
      )}
      <ul className="divide-y divide-line">
        {versions.map(({ hash, message, by, at }) => (
          <li
            key={hash}
            data-version={hash}
            className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2 text-label"
          >
            <code className="font-mono">{hash.slice(0, 8)}</code>
            {hash === workflow.head && <span className="text-hint text-clear">{texts.head}</span>}
            <span className="min-w-0 flex-1 basis-48 wrap-anywhere">
              <Visible text={message === '' ? texts.noMessage : message} />
            </span>
            <span className="text-hint text-ink-3">
              <Visible text={by} />, {dateAndTime(at)}
            </span>
            <Button
              size="small"
              aria-label={texts.compareWith(hash.slice(0, 8))}
              onClick={() => setCompared(isWithDraft(compared, hash) ? null : { from: hash, to: DRAFT })}
            >
              {texts.compare}
            </Button>
            <Button size="small" onClick={() => setRun(hash)}>
              {texts.runVersion}
            </Button>
          </li>
        ))}
      </ul>
      <Grants workflow={workflow.id} />
      {run !== null && <RunSheet workflow={workflow} version={run} onClose={() => setRun(null)} />}
    </section>
  )
}

/** The two newest versions, the older one first. */
function lastTwo([newest, older]: readonly VersionView[]): Sides {
  return { from: (older ?? newest)?.hash ?? '', to: newest?.hash ?? DRAFT }
}

function isWithDraft(sides: Sides | null, hash: string): boolean {
  return sides?.from === hash && sides.to === DRAFT
}

/** Lists grants for versions, and revokes them. */
function Grants({ workflow }: { workflow: string }) {
  const queries = useQueryClient()
  const { data } = useQuery({
    queryKey: keys.grants(workflow),
    queryFn: () => valueOf(call(workflowRoutes.grants, { query: { workflow_id: workflow } })),
    staleTime: 0,
    retry: false,
  })
  const [said, setSaid] = useState<string | null>(null)
  const grants = data?.grants ?? []
  const revoke = async ({ id }: GrantView): Promise<void> => {
    const result = await call(workflowRoutes.revokeGrant, { params: { id } })
    setSaid(result.ok ? null : result.message)
    await queries.invalidateQueries({ queryKey: keys.grants(workflow) })
  }
  return (
    <section aria-label={texts.grants} className="flex flex-col gap-2">
      <h2 className="text-label font-semibold">{texts.grants}</h2>
      {said !== null && <p className="text-label text-stop">{said}</p>}
      {grants.length === 0 && <p className="text-label text-ink-3">{texts.noGrants}</p>}
      <ul className="divide-y divide-line">
        {grants.map((grant) => (
          <li key={grant.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2 text-label">
            <code className="font-mono">{grant.hash.slice(0, 8)}</code>
            <span>{texts.grantFor[grant.run_id === null ? 'version' : 'run']}</span>
            <span className="text-hint text-ink-3">
              {grant.by}, {dateAndTime(grant.at)}
            </span>
            {grant.revoked_at === null ? (
              <span className="ms-auto">
                <Button
                  size="small"
                  kind="refuse"
                  aria-label={texts.revokeOf(grant.hash.slice(0, 8))}
                  onClick={() => void revoke(grant)}
                >
                  {texts.revoke}
                </Button>
              </span>
            ) : (
              <span className="ms-auto text-hint text-ink-3">{texts.revoked}</span>
            )}
            <ul className="w-full font-mono text-hint text-ink-2">
              {grant.rules.map(({ node, rule }) => (
                <li key={`${node} ${rule}`} className="wrap-anywhere">
                  {node}: <Visible text={rule} />
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </section>
  )
}
