import { pluginRoutes, type PluginView } from '@countersign/protocol'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, valueOf } from '../../data/http.ts'
import { AddForm, labelClass } from '../../platform/settings/AddForm.tsx'
import { Trouble } from '../../platform/settings/Trouble.tsx'
import { Button } from '../../ui/Button.tsx'
import { fieldClass } from '../../ui/Section.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { PluginFacts } from './PluginFacts.tsx'
import { texts } from './texts.ts'

/** Names a folder, then shows its content: exactly the shown content is installed. */
export function InstallForm() {
  const [looked, setLooked] = useState<{ folder: string; plugin: PluginView } | null>(null)
  return (
    <>
      <AddForm
        words={{ add: texts.add, keep: texts.look, cancel: texts.cancel }}
        boxed
        empty={{ folder: '' }}
        isValid={({ folder }) => folder.trim() !== ''}
        save={async ({ folder: typed }) => {
          const folder = typed.trim()
          const found = await call(pluginRoutes.look, { body: { folder } })
          if (found.ok) setLooked({ folder, plugin: found.value.plugin })
          return found
        }}
        onKept={() => {}}
      >
        {(fields, change) => (
          <label className={labelClass}>
            {texts.folder}
            <input
              value={fields.folder}
              autoComplete="off"
              spellCheck={false}
              placeholder={texts.example}
              onChange={(event) => change({ folder: event.target.value })}
              className={`${fieldClass} font-mono font-normal`}
            />
          </label>
        )}
      </AddForm>
      {looked !== null && <Confirm {...looked} onClose={() => setLooked(null)} />}
    </>
  )
}

function Confirm(props: { folder: string; plugin: PluginView; onClose: () => void }) {
  const { folder, plugin, onClose } = props
  const queries = useQueryClient()
  const install = useMutation({
    mutationFn: () => valueOf(call(pluginRoutes.install, { body: { folder, hash: plugin.hash ?? '' } })),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: ['plugins'] })
      onClose()
    },
  })
  return (
    <Sheet title={texts.install(plugin.name)} onClose={onClose}>
      <p className="font-mono text-code wrap-break-word text-ink-2">{folder}</p>
      <PluginFacts plugin={plugin} />
      <Trouble reason={install.error?.message ?? null} />
      <div className="flex gap-2">
        <Button kind="primary" disabled={install.isPending} onClick={() => install.mutate()}>
          {texts.installWord}
        </Button>
        <Button kind="quiet" onClick={onClose}>
          {texts.cancel}
        </Button>
      </div>
    </Sheet>
  )
}
