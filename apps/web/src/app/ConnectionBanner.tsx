import { WifiOff } from 'lucide-react'
import { useApp, useView } from '../data/context.ts'
import type { Connection } from '../data/view.ts'
import { texts } from './texts.ts'
import { useLocalNow } from '../platform/use-local-now.ts'

/** Shorter losses are not shown. */
const QUIET_MS = 2000

/** Inverted, because amber is taken: it says what is lost, what is kept, and when it continues. */
export function ConnectionBanner() {
  const connection = useView((view) => view.connection)
  const version = useView((view) => view.version)
  const { client, me } = useApp()
  const busy = useView((view) => [...view.answers.values()].some(({ state }) => isUnderway(state)))
  switch (connection.state) {
    case 'connecting':
    case 'refused':
      return null
    case 'open':
      return version !== null && version !== me.version ? <NewVersion quiet={busy} /> : null
    case 'catching_up':
      return <Strip>{texts.back}</Strip>
    case 'lost':
      return <Lost connection={connection} onTry={client.retryNow} />
  }
}

function Lost({
  connection,
  onTry,
}: {
  connection: Extract<Connection, { state: 'lost' }>
  onTry: () => void
}) {
  const now = useLocalNow(500)
  if (now - connection.since < QUIET_MS) return null
  const seconds = Math.ceil((connection.retryAt - now) / 1000)
  return (
    <Strip>
      <WifiOff size={16} aria-hidden="true" className="shrink-0" />
      <span>
        {texts.lostBanner} {seconds > 0 ? texts.reconnecting(seconds) : texts.reconnectingNow}
      </span>
      <button type="button" className="min-h-6 underline underline-offset-2" onClick={onTry}>
        {texts.tryNow}
      </button>
    </Strip>
  )
}

/** The server is newer than this page. Shown only when nothing is being typed or sent; typed text is kept anyway. */
function NewVersion({ quiet }: { quiet: boolean }) {
  const now = useLocalNow(1000)
  const typing = now > 0 && isTyping()
  if (quiet || typing) return null
  return (
    <Strip>
      <span>{texts.newVersion}</span>
      <button
        type="button"
        className="min-h-6 underline underline-offset-2"
        onClick={() => window.location.reload()}
      >
        {texts.reload}
      </button>
    </Strip>
  )
}

function isUnderway(state: string): boolean {
  return state === 'sending' || state === 'held'
}

function isTyping(): boolean {
  const field = document.activeElement
  return (field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement) && field.value !== ''
}

function Strip({ children }: { children: React.ReactNode }) {
  return (
    <div
      className="flex min-h-9 shrink-0 flex-wrap items-center gap-3 bg-ink px-4 py-1.5 text-label font-semibold text-ground"
      data-banner=""
    >
      {children}
    </div>
  )
}
