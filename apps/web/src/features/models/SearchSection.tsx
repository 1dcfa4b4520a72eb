import type { SearchServiceId, SearchSettingsView } from '@countersign/protocol'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { checkSearch, chooseSearch, fetchSearch, removeSearch, setSearch } from '../../data/api-search.ts'
import { valueOf } from '../../data/http.ts'
import { Button } from '../../ui/Button.tsx'
import { Mark } from '../../ui/Mark.tsx'
import { Named } from '../../ui/Named.tsx'
import { fieldClass, Panel, Section } from '../../ui/Section.tsx'
import { sentence } from '../../ui/sentence.ts'
import { CheckLine } from './CheckLine.tsx'
import { modelTexts } from './texts.ts'
import { searchTexts as texts } from './search-texts.ts'
import { Trouble } from '../../platform/settings/Trouble.tsx'

const QUERY = ['search']
type Service = SearchSettingsView['services'][number]

/** Search services for the agent, and their keys. */
export function SearchSection() {
  const queries = useQueryClient()
  const { data } = useQuery({ queryKey: QUERY, queryFn: () => valueOf(fetchSearch()), staleTime: 0 })
  const keep = (view: SearchSettingsView): void => {
    queries.setQueryData(QUERY, view)
  }
  const choose = useMutation({
    mutationFn: (id: SearchServiceId | null) => valueOf(chooseSearch(id)),
    onSuccess: keep,
  })
  if (data === undefined) return null
  return (
    <Section title={texts.title} hint={texts.hint}>
      <Trouble reason={choose.error?.message ?? null} />
      <div>
        <select
          aria-label={texts.choose}
          value={data.chosen ?? ''}
          onChange={({ target }) =>
            choose.mutate(data.services.find(({ id }) => id === target.value)?.id ?? null)
          }
          className={fieldClass}
        >
          <option value="">{texts.first}</option>
          {data.services.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </div>
      <Panel>
        <ul className="flex flex-col divide-y divide-line">
          {data.services.map((service) => (
            <ServiceRow key={service.id} service={service} used={data.used === service.id} onKept={keep} />
          ))}
        </ul>
      </Panel>
    </Section>
  )
}

interface ServiceRowProps {
  readonly service: Service
  readonly used: boolean
  readonly onKept: (view: SearchSettingsView) => void
}

function ServiceRow({ service, used, onKept }: ServiceRowProps) {
  const [editing, setEditing] = useState(false)
  const { id, name, source, problem } = service
  const ready = source !== 'none'
  const check = useMutation({ mutationFn: () => valueOf(checkSearch(id)) })
  const remove = useMutation({ mutationFn: () => valueOf(removeSearch(id)), onSuccess: onKept })
  return (
    <li className="flex flex-col gap-2 py-2.5" data-search={id}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Mark state={ready ? 'signed' : 'void'} />
        <span className="min-w-40 flex-1">
          <span className="font-semibold">{name}</span>{' '}
          <span className="text-label text-ink-3">
            {used ? texts.searches : ready ? texts.ready : texts.notReady}
          </span>
          <span className="block text-label text-ink-2">
            <Named text={texts.source(service)} name={service.variable ?? ''} />
          </span>
          {problem !== null && (
            <span className="block text-hint font-semibold text-stop">{sentence(problem)}</span>
          )}
        </span>
        {ready && (
          <Button
            aria-label={`${modelTexts.check}: ${name}`}
            disabled={check.isPending}
            onClick={() => check.mutate()}
          >
            {check.isPending ? modelTexts.checking : modelTexts.check}
          </Button>
        )}
        {!editing && (
          <Button
            aria-label={`${source === 'settings' ? modelTexts.replace : texts.enter[service.wants]}: ${name}`}
            onClick={() => setEditing(true)}
          >
            {source === 'settings' ? modelTexts.replace : texts.enter[service.wants]}
          </Button>
        )}
        {source === 'settings' && (
          <Button
            kind="refuse"
            aria-label={`${modelTexts.remove}: ${texts.field(service)}`}
            disabled={remove.isPending}
            onClick={() => remove.mutate()}
          >
            {modelTexts.remove}
          </Button>
        )}
      </div>
      <Trouble reason={check.error?.message ?? remove.error?.message ?? null} />
      <CheckLine checked={check.data} />
      {editing && (
        <ValueForm
          service={service}
          onDone={(view) => {
            setEditing(false)
            if (view) onKept(view)
          }}
        />
      )}
    </li>
  )
}

interface ValueFormProps {
  readonly service: Service
  readonly onDone: (view: SearchSettingsView | null) => void
}

function ValueForm({ service, onDone }: ValueFormProps) {
  const [value, setValue] = useState('')
  const given = value.trim()
  const keep = useMutation({ mutationFn: () => valueOf(setSearch(service.id, given)), onSuccess: onDone })
  return (
    <form
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        keep.mutate()
      }}
    >
      <div className="flex flex-wrap items-center gap-2">
        <input
          type={service.wants === 'key' ? 'password' : 'url'}
          aria-label={texts.field(service)}
          placeholder={texts.field(service)}
          autoComplete="off"
          value={value}
          onChange={(event) => setValue(event.target.value)}
          className={`${fieldClass} flex-1 basis-56 font-mono`}
        />
        <Button type="submit" kind="primary" disabled={given === '' || keep.isPending}>
          {texts.keep[service.wants]}
        </Button>
        <Button kind="quiet" onClick={() => onDone(null)}>
          {modelTexts.cancel}
        </Button>
      </div>
      <Trouble reason={keep.error?.message ?? null} />
    </form>
  )
}
