import type { CallId, ThreadId } from '@countersign/protocol'

interface Waiting {
  readonly id: CallId
  readonly thread_id: ThreadId
}

/** The next card to step to: first those on this page in order, then the rest, oldest first. */
export function nextWaiting(where: {
  readonly here: readonly string[]
  readonly all: readonly Waiting[]
  readonly current: string | null
  readonly step: 1 | -1
}): Waiting | null {
  const { here, all, current, step } = where
  const onPage = here.flatMap((id) => all.find((call) => call.id === id) ?? [])
  const elsewhere = all.filter((call) => !here.includes(call.id))
  const order = [...onPage, ...elsewhere]
  if (order.length === 0) return null
  const at = order.findIndex((call) => call.id === current)
  if (at < 0) return (step === 1 ? order[0] : order.at(-1)) ?? null
  return order[(at + step + order.length) % order.length] ?? null
}
