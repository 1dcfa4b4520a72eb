import type { LimitName, LimitView } from '@countersign/protocol'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { changeLimits, fetchLimits } from '../../data/api-limits.ts'
import { valueOf } from '../../data/http.ts'
import { fieldClass, PageTitle, Panel, Section } from '../../ui/Section.tsx'
import { limitTexts as texts } from './texts.ts'
import { texts as settingsTexts } from '../../platform/settings/texts.ts'
import { Trouble } from '../../platform/settings/Trouble.tsx'

const WORK: ReadonlySet<LimitName> = new Set(['depth', 'parallel', 'history_tokens', 'result_bytes'])
const MODEL: ReadonlySet<LimitName> = new Set(['model_start', 'model_silence', 'local_model_silence'])

/** Limits of one turn, of parallel work, and of a model's silence. */
export function LimitsPage() {
  const queries = useQueryClient()
  const asked = useQuery({ queryKey: ['limits'], queryFn: () => valueOf(fetchLimits()), staleTime: 0 })
  const [wrong, setWrong] = useState<string | null>(null)
  const change = useMutation({
    mutationFn: ([name, value]: readonly [LimitName, number | null]) =>
      valueOf(changeLimits({ [name]: value })),
    onSuccess: (list) => queries.setQueryData(['limits'], list),
  })
  const set = (name: LimitName, text: string): void => {
    const value = text.trim() === '' ? null : Number(text)
    setWrong(Number.isNaN(value) ? texts.notNumber : null)
    if (!Number.isNaN(value)) change.mutate([name, value])
  }
  const limits = asked.data?.limits ?? []
  const fields = (shown: readonly LimitView[]) => (
    <Panel>
      <div className="grid gap-4 @min-[36rem]:grid-cols-2">
        {shown.map((limit) => (
          // A value that the server refused or changed is shown as stored.
          <LimitField key={`${limit.name} ${limit.value} ${change.failureCount}`} limit={limit} set={set} />
        ))}
      </div>
    </Panel>
  )
  return (
    <>
      <PageTitle title={texts.title} hint={texts.hint} />
      <Trouble reason={wrong ?? change.error?.message ?? null} />
      {asked.data === undefined ? (
        <p className="text-ink-3">
          {asked.error === null ? settingsTexts.loading : settingsTexts.notThere(asked.error.message)}
        </p>
      ) : (
        <>
          <Section title={texts.turn} hint={texts.turnHint}>
            {fields(limits.filter(({ name }) => !WORK.has(name) && !MODEL.has(name)))}
          </Section>
          <Section title={texts.work} hint={texts.workHint}>
            {fields(limits.filter(({ name }) => WORK.has(name)))}
          </Section>
          <Section title={texts.model} hint={texts.modelHint}>
            {fields(limits.filter(({ name }) => MODEL.has(name)))}
          </Section>
        </>
      )}
    </>
  )
}

function LimitField({ limit, set }: { limit: LimitView; set: (name: LimitName, text: string) => void }) {
  const { name, unit, value, standard, variable } = limit
  const shown = value === null ? '' : String(value)
  const [text, setText] = useState(shown)
  const done = (): void => {
    if (text !== shown) set(name, text)
  }
  return (
    <label className="flex min-w-0 flex-col gap-1 text-label font-semibold">
      {texts.label(name, unit)}
      <input
        inputMode="decimal"
        autoComplete="off"
        value={text}
        placeholder={texts.amount(standard)}
        onChange={(event) => setText(event.target.value)}
        onBlur={done}
        onKeyDown={(event) => {
          if (event.key === 'Enter') done()
        }}
        className={`${fieldClass} w-full font-normal`}
      />
      <span className="font-normal break-words text-ink-3">{texts.standard(variable, standard)}</span>
    </label>
  )
}
