import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { fetchMemory, forget, switchMemory } from '../../data/api-memory.ts'
import { valueOf } from '../../data/http.ts'
import { Button } from '../../ui/Button.tsx'
import { PageTitle, Panel, Section } from '../../ui/Section.tsx'
import { Toggle } from '../../ui/Toggle.tsx'
import { Visible } from '../../ui/Visible.tsx'
import { memoryTexts as texts } from './texts.ts'
import { texts as settingsTexts } from '../../platform/settings/texts.ts'
import { Trouble } from '../../platform/settings/Trouble.tsx'

/** The agent's memory across threads: whether it is enabled, its entries, and deleting them. */
export function MemoryPage() {
  const queries = useQueryClient()
  const memory = useQuery({ queryKey: ['memory'], queryFn: () => valueOf(fetchMemory()), staleTime: 0 })
  const [wanted, setWanted] = useState<boolean | null>(null)
  const change = useMutation({
    mutationFn: (act: () => ReturnType<typeof fetchMemory>) => valueOf(act()),
    onSuccess: (view) => queries.setQueryData(['memory'], view),
    onSettled: () => setWanted(null),
  })
  return (
    <>
      <PageTitle title={texts.title} hint={texts.hint} />
      <Trouble reason={change.error?.message ?? null} />
      {memory.data === undefined ? (
        <p className="text-ink-3">
          {memory.error === null ? settingsTexts.loading : settingsTexts.notThere(memory.error.message)}
        </p>
      ) : (
        <>
          <Panel>
            <Toggle
              label={texts.enabled}
              hint={texts.enabledHint}
              // The checkbox follows the press immediately; the server's reply is final.
              checked={wanted ?? memory.data.enabled}
              onChange={(enabled) => {
                setWanted(enabled)
                change.mutate(async () => switchMemory(enabled))
              }}
            />
          </Panel>
          <Entries entries={memory.data.entries} onForget={(key) => change.mutate(async () => forget(key))} />
        </>
      )}
    </>
  )
}

interface EntriesProps {
  readonly entries: readonly { readonly key: string; readonly text: string }[]
  /** Null: all of them. */
  readonly onForget: (key: string | null) => void
}

function Entries({ entries, onForget }: EntriesProps) {
  return (
    <Section
      title={texts.entries}
      action={entries.length > 0 && <ForgetAll onForget={() => onForget(null)} />}
    >
      {entries.length === 0 ? (
        <p className="text-label text-ink-3">{texts.none}</p>
      ) : (
        <Panel>
          <ul className="divide-y divide-line">
            {entries.map(({ key, text }) => (
              <li key={key} className="flex flex-wrap items-center gap-3 py-2 text-label">
                <code className="w-40 shrink-0 font-mono">
                  <Visible text={key} />
                </code>
                <span className="min-w-0 flex-1 whitespace-pre-wrap">
                  <Visible text={text} />
                </span>
                <Button kind="refuse" aria-label={texts.forget(key)} onClick={() => onForget(key)}>
                  {texts.forgetWord}
                </Button>
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </Section>
  )
}

/** Asks for confirmation before everything is deleted. */
function ForgetAll({ onForget }: { onForget: () => void }) {
  const [sure, setSure] = useState(false)
  if (!sure) return <Button onClick={() => setSure(true)}>{texts.forgetAll}</Button>
  return (
    <>
      <Button
        kind="refuse"
        onClick={() => {
          onForget()
          setSure(false)
        }}
      >
        {texts.yesAll}
      </Button>
      <Button kind="quiet" onClick={() => setSure(false)}>
        {texts.keep}
      </Button>
    </>
  )
}
