import { workflowRoutes, type CallId, type NodeStateView, type RunView } from '@countersign/protocol'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, valueOf } from '../../../data/http.ts'
import { useWholeCall } from '../../../data/whole.ts'
import { CallBodyView } from '../../../platform/cards/CallBodyView.tsx'
import { settledView } from '../../../platform/cards/settled.ts'
import { SignatureLine } from '../../../platform/cards/SignatureLine.tsx'
import { useReader } from '../../../platform/cards/use-reader.ts'
import { Button } from '../../../ui/Button.tsx'
import { duration } from '../../../ui/times.ts'
import { fieldClass } from '../../../ui/Section.tsx'
import { Visible } from '../../../ui/Visible.tsx'
import { runTexts as texts } from '../run-texts.ts'
import { NodeActions } from './NodeActions.tsx'
import { RunStateMark } from '../marks/RunStateMark.tsx'
import { ValueRows } from './ValueRows.tsx'

interface DetailsProps {
  readonly run: RunView
  readonly picked: NodeStateView
  readonly title: string
  readonly items: readonly NodeStateView[]
  readonly onItem: (item: string | null) => void
  readonly onChanged: () => void
}

/** One node of a run: its inputs, its outputs, and the decision on its call. */
export function NodeDetails({ run, picked, title, items, onItem, onChanged }: DetailsProps) {
  const { data, error } = useQuery({
    queryKey: ['run-values', run.id, picked.node, picked.item, picked.state],
    queryFn: () =>
      valueOf(
        call(workflowRoutes.value, {
          params: { id: run.id },
          query: { node: picked.node, ...(picked.item === null ? {} : { item: picked.item }) },
        }),
      ),
    retry: false,
  })
  return (
    <section aria-label={picked.node} className="flex flex-col gap-3 text-label">
      <h2 className="font-semibold wrap-anywhere">
        {title}
        {title !== picked.node && (
          <code className="block font-mono text-hint font-normal text-ink-3">{picked.node}</code>
        )}
      </h2>
      {items.length > 1 && (
        <select
          aria-label={texts.items}
          className={fieldClass}
          value={picked.item ?? ''}
          onChange={(event) => onItem(event.target.value === '' ? null : event.target.value)}
        >
          {items.map(({ item, state }) => (
            <option key={item ?? ''} value={item ?? ''}>
              {texts.item(item ?? '')}: {texts.states[state]}
            </option>
          ))}
        </select>
      )}
      <p className="flex flex-wrap gap-x-4">
        <RunStateMark state={picked.state} />
        {picked.ms !== null && <span className="text-ink-2">{duration(picked.ms)}</span>}
        {picked.tries > 1 && <span className="text-ink-2">{`${texts.tries}: ${picked.tries}`}</span>}
      </p>
      {picked.error !== null && (
        <p className="text-stop wrap-anywhere">
          <Visible text={`${picked.error.code}: ${picked.error.message}`} />
        </p>
      )}
      {picked.state === 'interrupted' && picked.call_id !== null && (
        <Settle run={run} id={picked.call_id} onChanged={onChanged} />
      )}
      {error !== null && <p className="text-stop">{error.message}</p>}
      <Values title={texts.nodeInputs} values={data?.inputs ?? null} />
      <Values title={texts.nodeOutputs} values={data?.outputs ?? null} />
      {picked.call_id !== null && <Decided call={picked.call_id} />}
      <NodeActions run={run} picked={picked} outputs={data?.outputs ?? null} />
    </section>
  )
}

/** The node's call, and why it ran, asked or was refused. */
function Decided({ call: id }: { call: CallId }) {
  const { value } = useWholeCall(id, true)
  const reader = useReader()
  if (value === null) return null
  const settled = settledView(value, [], reader)
  return (
    <div className="flex flex-col gap-1">
      <h3 className="text-hint font-semibold text-ink-2">{texts.call}</h3>
      <CallBodyView call={value} />
      {settled !== null && <SignatureLine settled={settled} />}
    </div>
  )
}

function Values({ title, values }: { title: string; values: Readonly<Record<string, unknown>> | null }) {
  return (
    <div className="flex flex-col gap-1">
      <h3 className="text-hint font-semibold text-ink-2">{title}</h3>
      {values === null || Object.keys(values).length === 0 ? (
        <p className="text-hint text-ink-3">{texts.noValues}</p>
      ) : (
        <ValueRows values={values} />
      )}
    </div>
  )
}

/** Lets a person settle a node that a crash interrupted. */
function Settle({ run, id, onChanged }: Pick<DetailsProps, 'run' | 'onChanged'> & { id: CallId }) {
  const seen = useWholeCall(id, true).value?.hash
  const [output, setOutput] = useState('{}')
  const [said, setSaid] = useState<string | null>(null)
  const settle = async (how: 'done' | 'not_done' | 'again'): Promise<void> => {
    const given = how === 'done' ? readObject(output) : undefined
    if (seen === undefined || (how === 'done' && given === undefined)) return setSaid(texts.settleOutput)
    const result = await call(workflowRoutes.settle, {
      params: { id: run.id },
      body: { tool_call_id: id, how, hash: seen ?? '', ...(given === undefined ? {} : { output: given }) },
    })
    setSaid(result.ok ? null : result.message)
    onChanged()
  }
  return (
    <div className="flex flex-col gap-2 rounded-card border border-wait p-3">
      <p className="font-semibold text-wait">{texts.settleTitle}</p>
      <p className="text-hint">{texts.settleHint}</p>
      <label className="flex flex-col gap-1 text-hint">
        {texts.settleOutput}
        <textarea
          className={`${fieldClass} font-mono`}
          rows={3}
          value={output}
          onChange={(event) => setOutput(event.target.value)}
        />
      </label>
      <span className="flex flex-wrap gap-2">
        <Button onClick={() => void settle('done')}>{texts.wasDone}</Button>
        <Button onClick={() => void settle('not_done')}>{texts.wasNot}</Button>
        <Button onClick={() => void settle('again')}>{texts.tryAgain}</Button>
      </span>
      {said !== null && <p className="text-stop">{said}</p>}
    </div>
  )
}

function readObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined
  } catch {
    return undefined
  }
}
