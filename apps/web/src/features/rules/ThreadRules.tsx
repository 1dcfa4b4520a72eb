import type { ThreadView } from '@countersign/protocol'
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useEffect } from 'react'
import { fetchRules } from '../../data/api-rules.ts'
import type { KeptRule } from '../../data/api-rules.ts'
import { useView } from '../../data/context.ts'
import { valueOf } from '../../data/http.ts'
import { ruleCovers } from '../../platform/cards/covers.ts'
import { Visible } from '../../ui/Visible.tsx'
import { chipTexts as texts } from './chip-texts.ts'
import { useRuleChanges } from './use-rules.ts'

/** Rules that a person allowed for the rest of a thread: always visible, and each can be removed with a press. */
export function ThreadRules({ thread }: { thread: Pick<ThreadView, 'id'> }) {
  const kept = useQuery({ queryKey: ['rules', 'kept'], queryFn: () => valueOf(fetchRules()) })
  const changes = useRuleChanges()
  // Answers create rules, given here or on another screen.
  const answered = useView((view) => {
    const open = view.open.get(thread.id)
    if (open?.state !== 'ready') return 0
    return [...open.approvals.values()].filter(({ state }) => state !== 'pending').length
  })
  const { refetch } = kept
  useEffect(() => {
    if (answered > 0) void refetch()
  }, [answered, refetch])
  const rules = (kept.data ?? []).filter(({ threadId, list }) => threadId === thread.id && list === 'allow')
  if (rules.length === 0) return null
  return (
    <section
      aria-label={texts.label}
      className="mx-auto flex w-full max-w-[46rem] flex-wrap items-center gap-2 px-4 pt-2 text-hint"
    >
      <span className="text-ink-3">{texts.label}</span>
      <ul className="contents">
        {rules.map((rule) => (
          <Chip
            key={rule.id}
            rule={rule}
            busy={changes.busy}
            onRemove={() => changes.change({ kind: 'remove', id: rule.id })}
          />
        ))}
      </ul>
      {changes.trouble !== null && (
        <p role="status" className="w-full font-semibold text-stop">
          <Visible text={texts.notRemoved(changes.trouble)} />
        </p>
      )}
    </section>
  )
}

function Chip({ rule, busy, onRemove }: { rule: KeptRule; busy: boolean; onRemove: () => void }) {
  const covers = ruleCovers(rule.text)
  return (
    <li
      data-thread-rule={rule.text}
      title={rule.text}
      className="flex min-h-6 items-center rounded-control border border-line-strong bg-ground ps-2 text-ink coarse:min-h-control"
    >
      <Visible text={covers} />
      <button
        type="button"
        disabled={busy}
        aria-label={texts.remove(covers)}
        onClick={onRemove}
        className="flex size-6 items-center justify-center text-ink-3 hover:text-stop disabled:opacity-55 coarse:size-control"
      >
        <X size={12} aria-hidden="true" />
      </button>
    </li>
  )
}
