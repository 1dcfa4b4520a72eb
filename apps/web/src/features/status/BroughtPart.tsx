import { statusRoutes, type BroughtView } from '@countersign/protocol'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, valueOf } from '../../data/http.ts'
import { Button } from '../../ui/Button.tsx'
import { Section } from '../../ui/Section.tsx'
import { size } from '../../ui/times.ts'
import { Visible } from '../../ui/Visible.tsx'
import { texts } from './texts.ts'

const KEY = ['state', 'brought']

/** Everything that the person downloaded into the data folder: each with its size, and removable. */
export function BroughtPart() {
  const known = useQueryClient()
  const [problem, setProblem] = useState<string | null>(null)
  const [removing, setRemoving] = useState<string | null>(null)
  const found = useQuery({
    queryKey: KEY,
    queryFn: () => valueOf(call(statusRoutes.brought, {})),
    retry: false,
  })
  const remove = async ({ id, name }: BroughtView): Promise<void> => {
    if (!window.confirm(texts.removeAsk(name))) return
    setRemoving(id)
    const answer = await call(statusRoutes.removeBrought, { body: { id } })
    setRemoving(null)
    setProblem(answer.ok ? null : answer.message)
    // Other panes also show whether it exists.
    void known.invalidateQueries()
  }
  if (found.data === undefined) return null
  const { brought } = found.data
  return (
    <Section title={texts.brought} hint={texts.broughtHint}>
      {problem !== null && (
        <p role="alert" className="text-stop">
          {problem}
        </p>
      )}
      {brought.length === 0 ? (
        <p className="text-ink-2">{texts.noneBrought}</p>
      ) : (
        <ul className="flex flex-col rounded-card border border-line">
          {brought.map((one) => (
            <li
              key={one.id}
              className="flex flex-wrap items-center gap-x-3 gap-y-0.5 border-line px-3 py-1.5 not-first:border-t"
            >
              <span className="min-w-0 flex-1 font-medium wrap-anywhere">
                <Visible text={one.name} />
              </span>
              <span className="text-ink-2">
                {one.more ? texts.atLeast(size(one.bytes)) : size(one.bytes)}
              </span>
              <Button
                size="small"
                disabled={removing !== null}
                aria-label={texts.removeName(one.name)}
                onClick={() => void remove(one)}
              >
                {texts.remove}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
