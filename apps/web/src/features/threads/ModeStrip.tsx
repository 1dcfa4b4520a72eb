import type { CallId } from '@countersign/protocol'
import { Suspense, useState } from 'react'
import { useApp } from '../../data/context.ts'
import type { OpenQuestion } from '../../data/selectors.ts'
import type { ThreadData } from '../../data/view.ts'
import { focusCard, rememberOrigin } from '../../platform/focus/card-focus.ts'
import { lazy } from '../../ui/lazy.ts'

/** It uses the policy itself, which is only loaded after a mode change over waiting cards. */
const ModeChangedStrip = lazy(async () => ({
  default: (await import('./ModeChangedStrip.tsx')).ModeChangedStrip,
}))

interface Change {
  readonly to: string
  /** The cards that waited at that moment. */
  readonly waited: readonly CallId[]
}

/** Detects that the thread's mode changed while cards waited. */
export function ModeStrip({ data, questions }: { data: ThreadData; questions: readonly OpenQuestion[] }) {
  const { client } = useApp()
  const mode = data.thread.permission_mode
  const [seen, setSeen] = useState({ mode, waited: questions.map(({ call }) => call.id) })
  const [change, setChange] = useState<Change | null>(null)
  const waiting = questions.map(({ call }) => call.id)
  if (seen.mode !== mode) {
    setChange(seen.waited.length > 0 ? { to: mode, waited: seen.waited } : null)
    setSeen({ mode, waited: waiting })
  } else if (
    seen.waited.length !== waiting.length ||
    seen.waited.some((call, index) => call !== waiting[index])
  ) {
    setSeen({ mode, waited: waiting })
  }
  if (change === null) return null
  const refused = change.waited.filter((id) => isRefusedByPolicy(data, id)).length
  return (
    <Suspense>
      <ModeChangedStrip
        mode={change.to}
        workspace={data.thread.workspace}
        questions={questions.filter(({ call }) => change.waited.includes(call.id))}
        refused={refused}
        onShow={({ call }) => {
          rememberOrigin()
          focusCard(call.id)
        }}
        onLetRun={(fitting) => {
          for (const { call, approval } of fitting)
            client.answer(call.id, { decision: 'allow_once', hash: approval.hash })
          setChange(null)
        }}
        onLeave={() => setChange(null)}
      />
    </Suspense>
  )
}

function isRefusedByPolicy(data: ThreadData, id: CallId): boolean {
  const call = data.calls.get(id)
  return call?.state === 'denied' && call.signature?.via === 'policy'
}
