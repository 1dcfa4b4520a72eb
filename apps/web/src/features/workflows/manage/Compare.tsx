import { workflowRoutes, type VersionView } from '@countersign/protocol'
import { useQuery } from '@tanstack/react-query'
import { call, valueOf } from '../../../data/http.ts'
import { scrollToSee } from '../../../ui/scroll-to-see.ts'
import { EffectDiff } from '../effects/EffectDiff.tsx'
import { manageTexts as texts } from '../manage-texts.ts'
import { Choice } from './Choice.tsx'
import { Replay } from './Replay.tsx'

/** Two sides to compare; `to` is a version, or `draft`. */
export interface Sides {
  readonly from: string
  readonly to: string
}

export const DRAFT = 'draft'

interface CompareProps {
  readonly workflow: string
  readonly versions: readonly VersionView[]
  readonly sides: Sides
  readonly onSides: (sides: Sides) => void
}

/** Compares two versions, or a version and the draft: a person chooses both sides. */
export function Compare({ workflow, versions, sides, onSides }: CompareProps) {
  const named = versions.map(
    ({ hash, message }) =>
      [hash, message === '' ? hash.slice(0, 8) : `${hash.slice(0, 8)} ${message}`] as const,
  )
  return (
    <div
      ref={scrollToSee}
      className="@container flex flex-col gap-3"
      data-compare={`${sides.from} ${sides.to}`}
    >
      <div className="grid gap-3 @xl:grid-cols-2">
        <Choice
          label={texts.compareFrom}
          value={sides.from}
          options={named}
          onChange={(from) => onSides({ ...sides, from })}
        />
        <Choice
          label={texts.compareTo}
          value={sides.to}
          options={[[DRAFT, texts.draft], ...named]}
          onChange={(to) => onSides({ ...sides, to })}
        />
      </div>
      {sides.from === sides.to ? (
        <p className="text-label text-ink-3">{texts.sameSides}</p>
      ) : (
        <>
          <Diff workflow={workflow} {...sides} />
          <Replay
            key={sides.to}
            workflow={workflow}
            version={sides.to}
            name={sides.to === DRAFT ? texts.draft : sides.to.slice(0, 8)}
          />
        </>
      )}
    </div>
  )
}

function Diff({ workflow, from, to }: Sides & { readonly workflow: string }) {
  const { data, error } = useQuery({
    queryKey: ['workflow-diff', workflow, from, to],
    queryFn: () =>
      valueOf(
        call(workflowRoutes.diff, {
          params: { id: workflow },
          query: to === DRAFT ? { from } : { from, to },
        }),
      ),
    // Versions never change; the draft does.
    ...(to === DRAFT ? { staleTime: 0, gcTime: 0 } : { staleTime: Infinity }),
    retry: false,
  })
  if (error !== null) return <p className="text-label text-stop">{error.message}</p>
  if (data === undefined) return null
  const title =
    to === DRAFT ? texts.diffTitle(from.slice(0, 8)) : texts.promoteTitle(from.slice(0, 8), to.slice(0, 8))
  return <EffectDiff diff={data.diff} title={title} />
}
