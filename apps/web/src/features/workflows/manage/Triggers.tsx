import { workflowRoutes, type TriggerView, type WorkflowView } from '@countersign/protocol'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, valueOf, type HttpResult } from '../../../data/http.ts'
import { Button } from '../../../ui/Button.tsx'
import { dateAndTime } from '../../../ui/times.ts'
import { keys } from '../api.ts'
import { EffectDiff } from '../effects/EffectDiff.tsx'
import { manageTexts as texts } from '../manage-texts.ts'
import { whenWords } from './trigger-fields.ts'
import { TriggerForm } from './TriggerForm.tsx'

export function Triggers({ workflow }: { workflow: WorkflowView }) {
  const queries = useQueryClient()
  const key = keys.triggers(workflow.id)
  const { data, error } = useQuery({
    queryKey: key,
    queryFn: () => valueOf(call(workflowRoutes.triggers, { query: { workflow_id: workflow.id } })),
    staleTime: 0,
    retry: false,
  })
  const [adding, setAdding] = useState(false)
  const [said, setSaid] = useState<string | null>(null)
  const [secret, setSecret] = useState<string | null>(null)
  const change = async (act: Promise<HttpResult<unknown>>): Promise<void> => {
    const result = await act
    setSaid(result.ok ? null : result.message)
    await queries.invalidateQueries({ queryKey: key })
  }
  const paused = data?.all_paused === true
  return (
    <section aria-label={texts.triggers} className="mx-auto flex w-full max-w-[64rem] flex-col gap-4 p-4">
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="text-label font-semibold">{texts.triggers}</h2>
        <span className="ms-auto flex gap-2">
          <Button onClick={() => void change(call(workflowRoutes.pauseAll, { body: { paused: !paused } }))}>
            {paused ? texts.resumeAll : texts.pauseAll}
          </Button>
          {!adding && (
            <Button disabled={workflow.head === null} onClick={() => setAdding(true)}>
              {texts.addTrigger}
            </Button>
          )}
        </span>
      </div>
      <p className="max-w-[65ch] text-label text-ink-2">{texts.triggersHint}</p>
      {workflow.head === null && <p className="text-label text-ink-3">{texts.needVersion}</p>}
      {paused && <p className="text-label text-wait">{texts.allPaused}</p>}
      {(said ?? error?.message ?? null) !== null && (
        <p role="alert" className="text-label text-stop">
          {said ?? error?.message}
        </p>
      )}
      {secret !== null && (
        <p className="text-label">
          {texts.secretOnce} <code className="font-mono wrap-anywhere">{secret}</code>
        </p>
      )}
      {adding && workflow.head !== null && (
        <TriggerForm
          workflow={workflow.id}
          hash={workflow.head}
          onSaved={(shown) => {
            setSecret(shown)
            setAdding(false)
            void queries.invalidateQueries({ queryKey: key })
          }}
          onClose={() => setAdding(false)}
        />
      )}
      {data?.triggers.length === 0 && <p className="text-label text-ink-3">{texts.noTriggers}</p>}
      <ul className="divide-y divide-line">
        {data?.triggers.map((trigger) => (
          <Row
            key={trigger.id}
            trigger={trigger}
            head={workflow.head}
            onChange={change}
            onSaved={() => void queries.invalidateQueries({ queryKey: key })}
          />
        ))}
      </ul>
    </section>
  )
}

interface RowProps {
  readonly trigger: TriggerView
  readonly head: string | null
  readonly onChange: (act: Promise<HttpResult<unknown>>) => Promise<void>
  readonly onSaved: () => void
}

/** Settings that differ from the defaults, in words. */
function settingWords({ when, overlap, inputs }: TriggerView): string {
  const names = Object.keys(inputs).join(', ')
  return [
    when.kind === 'schedule' ? texts.missedWords[when.missed] : '',
    texts.overlapWords[overlap],
    names === '' ? '' : texts.inputsWords(names),
  ]
    .filter(Boolean)
    .join(' · ')
}

function Row({ trigger, head, onChange, onSaved }: RowProps) {
  const [promoting, setPromoting] = useState(false)
  const [changing, setChanging] = useState(false)
  const { id, hash, paused, why_paused: why, next_at: next, address } = trigger
  const change = (body: { paused?: boolean; hash?: string }): void =>
    void onChange(call(workflowRoutes.changeTrigger, { params: { id }, body }))
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2 text-label" data-trigger={id}>
      <span className="flex min-w-0 flex-1 basis-56 flex-col wrap-anywhere">
        {whenWords(trigger.when)}
        <span className="text-hint text-ink-3">{settingWords(trigger)}</span>
      </span>
      <code className="font-mono text-hint text-ink-3">{hash.slice(0, 8)}</code>
      {next !== null && !paused && (
        <span className="text-hint text-ink-3">{texts.next(dateAndTime(next))}</span>
      )}
      {paused && <span className="text-hint text-wait">{why ?? texts.paused}</span>}
      {head !== null && head !== hash && (
        <Button size="small" aria-expanded={promoting} onClick={() => setPromoting(!promoting)}>
          {texts.promote}
        </Button>
      )}
      <Button
        size="small"
        aria-expanded={changing}
        aria-label={texts.changeTriggerOf(whenWords(trigger.when))}
        onClick={() => setChanging(!changing)}
      >
        {texts.change}
      </Button>
      <Button size="small" onClick={() => change({ paused: !paused })}>
        {paused ? texts.resume : texts.pause}
      </Button>
      <Button
        size="small"
        kind="refuse"
        aria-label={texts.removeTrigger(whenWords(trigger.when))}
        onClick={() => void onChange(call(workflowRoutes.removeTrigger, { params: { id } }))}
      >
        {texts.remove}
      </Button>
      {promoting && head !== null && head !== hash && (
        <Promote
          trigger={trigger}
          head={head}
          onPromote={() => {
            setPromoting(false)
            change({ hash: head })
          }}
          onClose={() => setPromoting(false)}
        />
      )}
      {changing && (
        <div className="w-full">
          <TriggerForm
            workflow={trigger.workflow_id}
            hash={hash}
            trigger={trigger}
            onSaved={() => {
              setChanging(false)
              onSaved()
            }}
            onClose={() => setChanging(false)}
          />
        </div>
      )}
      {address !== null && (
        <p className="w-full text-hint text-ink-2">
          {texts.address} <code className="font-mono wrap-anywhere">{address}</code>
        </p>
      )}
    </li>
  )
}

interface PromoteProps {
  readonly trigger: TriggerView
  readonly head: string
  readonly onPromote: () => void
  readonly onClose: () => void
}

/** Moves a trigger to another version: shows the effects that its runs gain before it asks. */
function Promote({ trigger: { workflow_id: workflow, hash }, head, onPromote, onClose }: PromoteProps) {
  const { data, error } = useQuery({
    queryKey: ['workflow-diff', workflow, hash, head],
    queryFn: () =>
      valueOf(call(workflowRoutes.diff, { params: { id: workflow }, query: { from: hash, to: head } })),
    staleTime: Infinity,
    retry: false,
  })
  return (
    <div className="flex w-full flex-col gap-3" data-promote={head}>
      {error !== null && <p className="text-stop">{error.message}</p>}
      {data !== undefined && (
        <EffectDiff diff={data.diff} title={texts.promoteTitle(hash.slice(0, 8), head.slice(0, 8))} />
      )}
      <p className="text-hint text-ink-2">{texts.promoteHint}</p>
      <span className="flex gap-2">
        <Button kind="primary" disabled={data === undefined} onClick={onPromote}>
          {texts.promoteTo(head.slice(0, 8))}
        </Button>
        <Button kind="quiet" onClick={onClose}>
          {texts.cancel}
        </Button>
      </span>
    </div>
  )
}
