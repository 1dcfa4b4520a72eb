import { collectionRoutes, type CollectionView } from '@countersign/protocol'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../data/http.ts'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { fieldClass } from '../../ui/Section.tsx'
import { Visible } from '../../ui/Visible.tsx'
import { usePaneContext } from '../../workbench/pane-context.ts'
import { Collection } from './Collection.tsx'
import type { Opened } from './DocumentText.tsx'
import { texts } from './texts.ts'
import { useCollections } from './use-collections.ts'

/** All collections as tabs, and the one that is chosen. */
export function Collections({ onOpen }: { onOpen: (opened: Opened) => void }) {
  const { collections, problem } = useCollections()
  const [chosen, setChosen] = useState<string | null>(null)
  const [making, setMaking] = useState(false)
  const shown = collections?.find(({ id }) => id === chosen) ?? collections?.[0]
  usePaneContext(() => ({
    summary: shown === undefined ? texts.none : texts.summary(shown.name, totalOf(shown)),
    text: (collections ?? []).map(({ name }) => name).join('\n'),
    sources: [],
  }))
  if (collections === undefined) return <p className="p-4 text-ink-3">{problem ?? texts.loading}</p>
  return (
    <div className="@container flex h-full min-h-0 flex-col">
      <div className="flex flex-wrap items-center gap-1 border-b border-line px-3 py-1.5">
        <div role="group" aria-label={texts.yours} className="flex min-w-0 flex-wrap gap-1">
          {collections.map(({ id, name }) => (
            <button
              key={id}
              type="button"
              aria-pressed={shown?.id === id}
              onClick={() => setChosen(id)}
              className={cx(
                'min-h-control max-w-60 truncate rounded-control px-3 text-label font-semibold',
                shown?.id === id ? 'bg-raised text-ink' : 'text-ink-2 hover:bg-ground',
              )}
            >
              <Visible text={name} />
            </button>
          ))}
        </div>
        <Button
          kind="quiet"
          size="icon"
          aria-label={texts.create}
          title={texts.create}
          onClick={() => setMaking(true)}
        >
          <Plus size={16} aria-hidden="true" />
        </Button>
      </div>
      {(making || collections.length === 0) && (
        <div className="flex flex-col gap-3 border-b border-line p-4">
          {collections.length === 0 && (
            <p className="max-w-[65ch] text-ink-2">{`${texts.hint} ${texts.none}`}</p>
          )}
          <NewCollection
            onMade={(made) => {
              setChosen(made)
              setMaking(false)
            }}
            onCancel={collections.length === 0 ? null : () => setMaking(false)}
          />
        </div>
      )}
      {shown !== undefined && <Collection key={shown.id} collection={shown} onOpen={onOpen} />}
    </div>
  )
}

function totalOf({ documents }: CollectionView): number {
  return Object.values(documents).reduce((sum, many) => sum + many, 0)
}

function NewCollection({
  onMade,
  onCancel,
}: {
  onMade: (id: string) => void
  onCancel: (() => void) | null
}) {
  const [name, setName] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const make = async (): Promise<void> => {
    const answer = await call(collectionRoutes.create, { body: { name: name.trim() } })
    if (answer.ok) onMade(answer.value.collection.id)
    else setProblem(answer.message)
  }
  return (
    <form
      className="flex flex-wrap items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        void make()
      }}
    >
      <label className="flex min-w-0 flex-col gap-0.5 text-hint text-ink-2">
        {texts.name}
        <input
          className={`${fieldClass} w-64`}
          value={name}
          maxLength={80}
          onChange={(event) => setName(event.target.value)}
        />
      </label>
      <Button type="submit" kind="primary" disabled={name.trim() === ''}>
        {texts.createWord}
      </Button>
      {onCancel !== null && (
        <Button kind="quiet" onClick={onCancel}>
          {texts.cancel}
        </Button>
      )}
      {problem !== null && (
        <p role="alert" className="w-full text-stop">
          {problem}
        </p>
      )}
    </form>
  )
}
