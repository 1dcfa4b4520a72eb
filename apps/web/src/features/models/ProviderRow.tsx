import type { ProviderView } from '@countersign/protocol'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { checkKey, removeKey, setKey } from '../../data/api-models.ts'
import { valueOf } from '../../data/http.ts'
import { Button } from '../../ui/Button.tsx'
import { Mark } from '../../ui/Mark.tsx'
import { Named } from '../../ui/Named.tsx'
import { fieldClass } from '../../ui/Section.tsx'
import { sentence } from '../../ui/sentence.ts'
import { count } from '../../ui/times.ts'
import { CheckLine } from './CheckLine.tsx'
import { modelTexts as texts } from './texts.ts'
import { Trouble } from '../../platform/settings/Trouble.tsx'

export interface ProviderRowProps {
  readonly provider: ProviderView
  readonly models: number
  readonly onChanged: () => void
  readonly children?: ReactNode
}

/** A provider of models: whether it is usable, with which key, and how to change that. */
export function ProviderRow({ provider, models, onChanged, children }: ProviderRowProps) {
  const [editing, setEditing] = useState(false)
  const { key } = provider
  const check = useMutation({ mutationFn: () => valueOf(checkKey(provider.id, null)) })
  const remove = useMutation({ mutationFn: () => valueOf(removeKey(provider.id)), onSuccess: onChanged })
  return (
    <li className="flex flex-col gap-2 py-2.5" data-provider={provider.id}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Mark state={provider.ready ? 'signed' : 'void'} />
        <span className="min-w-40 flex-1">
          <span className="font-semibold">{provider.name}</span>{' '}
          <span className="text-label text-ink-3">
            {provider.ready ? texts.ready : texts.notReady[provider.kind]}
          </span>
          <span className="block text-label text-ink-2">
            {key !== null && <Named text={texts.source(key)} name={key.variable ?? ''} />}
            {provider.base_url !== null && <code className="font-mono"> {provider.base_url}</code>}
            {models > 0 &&
              `${provider.base_url === null && key === null ? '' : ' · '}${count(models, 'model')}`}
          </span>
          {key !== null && key.overrides_environment && key.variable !== null && (
            <span className="block text-hint text-ink-3">
              <Named text={texts.overrides(key.variable)} name={key.variable} />
            </span>
          )}
          {key !== null && key.problem !== null && (
            <span className="block text-hint font-semibold text-stop">{sentence(key.problem)}</span>
          )}
        </span>
        {provider.ready && (
          <Button disabled={check.isPending} onClick={() => check.mutate()}>
            {check.isPending ? texts.checking : texts.check}
          </Button>
        )}
        {key !== null && !editing && (
          <Button aria-label={`${keyWord(key.source)}: ${provider.name}`} onClick={() => setEditing(true)}>
            {keyWord(key.source)}
          </Button>
        )}
        {key?.source === 'settings' && (
          <Button
            kind="refuse"
            aria-label={`${texts.remove}: ${texts.keyOf(provider.name)}`}
            disabled={remove.isPending}
            onClick={() => remove.mutate()}
          >
            {texts.remove}
          </Button>
        )}
        {children}
      </div>
      <Trouble reason={check.error?.message ?? remove.error?.message ?? null} />
      <CheckLine checked={check.data} />
      {editing && (
        <KeyForm
          provider={provider}
          onDone={(kept) => {
            setEditing(false)
            if (kept) onChanged()
          }}
        />
      )}
    </li>
  )
}

function KeyForm({ provider, onDone }: { provider: ProviderView; onDone: (kept: boolean) => void }) {
  const [key, setText] = useState('')
  const [region, setRegion] = useState('')
  const given = { key: key.trim(), ...(region === '' ? {} : { region: region.trim() }) }
  const keep = useMutation({
    mutationFn: () => valueOf(setKey(provider.id, given)),
    onSuccess: () => onDone(true),
  })
  const check = useMutation({ mutationFn: () => valueOf(checkKey(provider.id, given)) })
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
          type="password"
          aria-label={texts.keyOf(provider.name)}
          placeholder={texts.keyOf(provider.name)}
          autoComplete="off"
          value={key}
          onChange={(event) => setText(event.target.value)}
          className={`${fieldClass} flex-1 basis-56 font-mono`}
        />
        {provider.id === 'bedrock' && (
          <input
            aria-label={texts.region}
            placeholder={texts.region}
            value={region}
            onChange={(event) => setRegion(event.target.value)}
            className={`${fieldClass} w-32`}
          />
        )}
        <Button type="submit" kind="primary" disabled={given.key === '' || keep.isPending}>
          {texts.keep}
        </Button>
        <Button disabled={given.key === '' || check.isPending} onClick={() => check.mutate()}>
          {check.isPending ? texts.checking : texts.check}
        </Button>
        <Button kind="quiet" onClick={() => onDone(false)}>
          {texts.cancel}
        </Button>
      </div>
      <Trouble reason={keep.error?.message ?? check.error?.message ?? null} />
      <CheckLine checked={check.data} />
    </form>
  )
}

function keyWord(source: NonNullable<ProviderView['key']>['source']): string {
  return source === 'none' ? texts.enter : texts.replace
}
