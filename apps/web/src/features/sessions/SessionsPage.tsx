import type { SessionView } from '@countersign/protocol'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { fetchSessions, makeCode, revokeSession } from '../../data/api-sessions.ts'
import { valueOf } from '../../data/http.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { PageTitle, Panel, Section } from '../../ui/Section.tsx'
import { dateAndTime } from '../../ui/times.ts'
import { Visible } from '../../ui/Visible.tsx'
import { sessionTexts as texts } from './texts.ts'
import { texts as settingsTexts } from '../../platform/settings/texts.ts'
import { Trouble } from '../../platform/settings/Trouble.tsx'

/** Who can answer for this person: every signed-in browser and terminal, each with a way to sign it out. */
export function SessionsPage() {
  const queries = useQueryClient()
  const list = useQuery({ queryKey: ['sessions'], queryFn: () => valueOf(fetchSessions()), staleTime: 0 })
  const revoke = useMutation({
    mutationFn: (id: string) => valueOf(revokeSession(id)),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['sessions'] }),
  })
  return (
    <>
      <PageTitle title={texts.title} hint={texts.hint} />
      <Trouble reason={revoke.error?.message ?? null} />
      <Section title={texts.list}>
        {list.data === undefined ? (
          <p className="text-ink-3">
            {list.error === null ? settingsTexts.loading : settingsTexts.notThere(list.error.message)}
          </p>
        ) : (
          <Panel>
            <ul className="divide-y divide-line">
              {list.data.sessions.map((session) => (
                <SessionRow
                  key={session.id}
                  session={session}
                  own={session.id === list.data.own}
                  onSignOut={() => revoke.mutate(session.id)}
                />
              ))}
            </ul>
          </Panel>
        )}
      </Section>
      <SignInAnother />
    </>
  )
}

function SessionRow({
  session,
  own,
  onSignOut,
}: {
  session: SessionView
  own: boolean
  onSignOut: () => void
}) {
  const name = session.kind === 'terminal' ? texts.terminal(session.origin) : browserOf(session.agent)
  return (
    <li className="flex flex-wrap items-center gap-3 py-2 text-label">
      <div className="flex min-w-0 flex-1 flex-col gap-0.5">
        <span className="font-semibold">
          <Visible text={name} />
          {own && <span className="font-normal text-ink-2"> · {texts.thisPage}</span>}
        </span>
        <span className="text-hint text-ink-3">
          {session.kind === 'page' && `${session.origin} · `}
          {texts.since} {dateAndTime(session.created_at)} · {texts.used} {dateAndTime(session.used_at)}
        </span>
      </div>
      <Button kind="refuse" aria-label={texts.signOutOf(name)} onClick={onSignOut}>
        {texts.signOut}
      </Button>
    </li>
  )
}

function SignInAnother() {
  const make = useMutation({ mutationFn: () => valueOf(makeCode()) })
  return (
    <Section title={texts.another} hint={texts.anotherHint}>
      <Trouble reason={make.error?.message ?? null} />
      <Panel>
        {make.data === undefined ? (
          <div>
            <Button onClick={() => make.mutate()}>{texts.make}</Button>
          </div>
        ) : (
          <>
            <Line label={texts.forBrowser} text={make.data.address} />
            <Line label={texts.forTerminal} text={texts.command(make.data.code)} />
          </>
        )}
      </Panel>
    </Section>
  )
}

function Line({ label, text }: { label: string; text: string }) {
  return (
    <div className="flex flex-col gap-1 text-label">
      <span className="text-ink-2">{label}</span>
      <span className="flex flex-wrap items-center gap-2">
        <code className="min-w-0 font-mono break-all">{text}</code>
        <CopyButton text={text} />
      </span>
    </div>
  )
}

/** A browser's common name; its own text if unknown. */
function browserOf(agent: string): string {
  const browser = BROWSERS.find(([pattern]) => pattern.test(agent))?.[1]
  const system = SYSTEMS.find(([pattern]) => pattern.test(agent))?.[1]
  if (browser === undefined) return agent === '' ? 'Browser' : agent
  return system === undefined ? browser : `${browser}, ${system}`
}

const BROWSERS = [
  [/Firefox\//, 'Firefox'],
  [/Edg\//, 'Edge'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const
const SYSTEMS = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Mac OS X/, 'macOS'],
  [/Windows/, 'Windows'],
  [/Linux/, 'Linux'],
] as const
