import { pluginRoutes, type PluginView } from '@countersign/protocol'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, valueOf, type HttpResult } from '../../data/http.ts'
import { LazyDiffBody } from '../../platform/cards/LazyBodies.tsx'
import { Trouble } from '../../platform/settings/Trouble.tsx'
import { Button } from '../../ui/Button.tsx'
import { Mark } from '../../ui/Mark.tsx'
import { Panel } from '../../ui/Section.tsx'
import { pageHost, useHosted } from './page-host.ts'
import { PluginFacts } from './PluginFacts.tsx'
import { texts } from './texts.ts'

type Act = () => Promise<HttpResult<unknown>>

/** One plugin: its state, its permissions, and what a person can agree to. */
export function PluginPanel({ plugin }: { plugin: PluginView }) {
  const queries = useQueryClient()
  const act = useMutation({
    mutationFn: (what: Act) => valueOf(what()),
    onSettled: () => void queries.invalidateQueries({ queryKey: ['plugins'] }),
  })
  const { id, name, version, state } = plugin
  const stopped = useHosted().find((one) => one.plugin.id === id)?.stopped ?? null
  return (
    <section aria-label={name} data-plugin-panel={id}>
      <Panel>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <Mark state={state === 'ready' ? 'signed' : 'void'} />
          <h2 className="min-w-40 flex-1 text-title font-semibold">
            {name}{' '}
            <span className="text-label font-normal text-ink-3">
              {version} · {texts.state[state]}
              {plugin.source === 'project' && ` · ${texts.project}`}
            </span>
          </h2>
          <Acts plugin={plugin} pending={act.isPending} run={(what) => act.mutate(what)} />
        </div>
        {stopped !== null && (
          <p className="flex flex-wrap items-center gap-3 text-label font-semibold text-stop">
            {texts.stopped(name, stopped)}
            <Button onClick={() => pageHost().restart(id)}>{texts.restart}</Button>
          </p>
        )}
        {plugin.problem !== null && <p className="text-label font-semibold text-stop">{plugin.problem}</p>}
        {plugin.pinned !== null && state !== 'broken' && (
          <p className="text-label text-ink-2">{plugin.trusted ? texts.trusted : texts.untrusted}</p>
        )}
        <Trouble reason={act.error?.message ?? null} />
        <PluginFacts plugin={plugin} />
        {state === 'changed' && <Difference plugin={plugin} run={(what) => act.mutate(what)} />}
      </Panel>
    </section>
  )
}

function Acts(props: { plugin: PluginView; pending: boolean; run: (act: Act) => void }) {
  const { plugin, pending, run } = props
  const { id, name, state, hash, trusted } = plugin
  const params = { id }
  return (
    <>
      {state === 'found' && hash !== null && (
        <Button
          aria-label={texts.install(name)}
          disabled={pending}
          onClick={() => run(async () => call(pluginRoutes.pin, { params, body: { hash } }))}
        >
          {texts.installWord}
        </Button>
      )}
      {(state === 'ready' || state === 'off') && hash !== null && (
        <>
          <Button
            disabled={pending}
            onClick={() =>
              run(async () => call(pluginRoutes.enable, { params, body: { enabled: state === 'off' } }))
            }
          >
            {state === 'off' ? texts.enable : texts.disable}
          </Button>
          <Button
            disabled={pending}
            onClick={() =>
              run(async () => call(pluginRoutes.trust, { params, body: { trusted: !trusted, hash } }))
            }
          >
            {trusted ? texts.distrust : texts.trust}
          </Button>
        </>
      )}
      {(plugin.source === 'data' || plugin.pinned !== null) && (
        <Button
          kind="refuse"
          aria-label={texts.remove(name)}
          disabled={pending}
          onClick={() => run(async () => call(pluginRoutes.remove, { params }))}
        >
          {texts.removeWord}
        </Button>
      )}
    </>
  )
}

/** The changes since it was installed. Only a person who has seen them can agree. */
function Difference({ plugin, run }: { plugin: PluginView; run: (act: Act) => void }) {
  const [open, setOpen] = useState(false)
  const { id, hash } = plugin
  const difference = useQuery({
    queryKey: ['plugins', 'difference', id, hash],
    queryFn: () => valueOf(call(pluginRoutes.difference, { params: { id } })),
    enabled: open,
    staleTime: 0,
  })
  if (!open)
    return (
      <div>
        <Button onClick={() => setOpen(true)}>{texts.showDifference}</Button>
      </div>
    )
  const seen = difference.data?.hash ?? null
  return (
    <div className="flex flex-col gap-3">
      {(difference.data?.files ?? [])
        .filter(({ before, after }) => before !== after)
        .map(({ name, before, after }) => (
          <LazyDiffBody
            key={name}
            body={{ kind: 'write', path: name, before, after, outside_workspace: false }}
          />
        ))}
      <Trouble reason={difference.error?.message ?? null} />
      {seen !== null && (
        <div>
          <Button
            kind="primary"
            onClick={() => run(async () => call(pluginRoutes.pin, { params: { id }, body: { hash: seen } }))}
          >
            {texts.agree}
          </Button>
        </div>
      )}
    </div>
  )
}
