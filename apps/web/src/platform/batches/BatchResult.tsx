import type { CallId } from '@countersign/protocol'
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { fetchCalls } from '../../data/api-audit.ts'
import { valueOf } from '../../data/http.ts'
import { Button } from '../../ui/Button.tsx'
import { batchSentence, isOver, isUniform } from './batch-result.ts'
import { texts } from './texts.ts'

/** Milliseconds between two polls of an unfinished batch. */
const LOOK_MS = 700

interface BatchResultProps {
  readonly calls: readonly CallId[]
  /** Their turn has ended: an outcome without surprises goes too. */
  readonly turnEnded?: boolean
  readonly onClose: () => void
}

/** The outcome of the calls that were answered together, as reported by the server. */
export function BatchResult({ calls, turnEnded = false, onClose }: BatchResultProps) {
  const looked = useQuery({
    queryKey: ['batch', calls],
    queryFn: async () => {
      const pages = await Promise.all(calls.map((call) => valueOf(fetchCalls({ call }))))
      return pages.flatMap((page) => page.calls.map((past) => past.call))
    },
    staleTime: 0,
    refetchInterval: (query) =>
      query.state.data !== undefined && isOver(query.state.data) ? false : LOOK_MS,
  })
  const done = turnEnded && looked.data !== undefined && isOver(looked.data) && isUniform(looked.data)
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (done) close()
  }, [done])
  return (
    <div
      role="status"
      data-batch-result=""
      className="flex items-center gap-3 rounded-card border border-line bg-raised px-3 py-1.5 text-label"
    >
      <span className="flex-1">
        {looked.data === undefined ? texts.loading : `${batchSentence(looked.data)}.`}
      </span>
      <Button kind="quiet" size="icon" aria-label={texts.dismiss} onClick={onClose}>
        <X size={14} aria-hidden="true" />
      </Button>
    </div>
  )
}
