import { statusRoutes, type KeptPlace, type StatusPart } from '@countersign/protocol'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleMinus, TriangleAlert } from 'lucide-react'
import { useApp, useView } from '../../data/context.ts'
import { call, valueOf } from '../../data/http.ts'
import { cx } from '../../ui/cx.ts'
import { Section } from '../../ui/Section.tsx'
import { duration, size, thousands } from '../../ui/times.ts'
import { Visible } from '../../ui/Visible.tsx'
import { usePaneContext } from '../../workbench/pane-context.ts'
import { BroughtPart } from './BroughtPart.tsx'
import { texts } from './texts.ts'

/** Milliseconds between two reloads while the pane is visible. */
const LOOK_EVERY = 3000

/** The state of the server: reachability, version, and each of its parts. */
export function StatusPane() {
  const { clock, me } = useApp()
  const connected = useView((view) => view.connection.state === 'open')
  const found = useQuery({
    queryKey: ['state'],
    queryFn: async () => {
      const asked = clock.now()
      const state = await valueOf(call(statusRoutes.state, {}))
      return { ...state, took: clock.now() - asked }
    },
    refetchInterval: LOOK_EVERY,
    retry: false,
  })
  const state = found.data
  const reached = connected && !found.isError
  const version = state?.version ?? me.version
  usePaneContext(() => ({
    summary: texts.summary(reached, version),
    text: (state?.parts ?? [])
      .map((part) => `${part.group} ${part.name}: ${part.state}. ${part.text}`)
      .join('\n'),
    sources: [],
  }))
  return (
    // A scrolling area can be focused, so that keys scroll it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="h-full overflow-auto p-4" tabIndex={0} role="region" aria-label={texts.parts}>
      <div className="flex max-w-[60rem] flex-col gap-6">
        <p role="status" className="flex flex-wrap items-center gap-x-3">
          <Light state={reached ? 'well' : 'trouble'} />
          <span>{reached ? texts.reached : texts.away}</span>
          <span className="text-ink-2">{texts.version(version)}</span>
          {state !== undefined && reached && (
            <span className="text-ink-3">{texts.answered(duration(state.took))}</span>
          )}
        </p>
        {state === undefined ? (
          <p className="text-ink-2">{found.error?.message ?? texts.loading}</p>
        ) : (
          <Parts parts={state.parts} />
        )}
        <BroughtPart />
        <Places />
      </div>
    </div>
  )
}

function Parts({ parts }: { parts: readonly StatusPart[] }) {
  const trouble = parts.filter(({ state }) => state === 'trouble')
  const groups = [...new Set(['server', 'mcp', 'plugin', ...parts.map(({ group }) => group)])]
  return (
    <>
      <Section title={texts.trouble}>
        {trouble.length === 0 ? <p className="text-ink-2">{texts.noTrouble}</p> : <Lines parts={trouble} />}
      </Section>
      {groups.map((group) => {
        const own = parts.filter((part) => part.group === group)
        return (
          <Section key={group} title={texts.groups[group] ?? group}>
            {own.length === 0 ? <p className="text-ink-2">{texts.none[group]}</p> : <Lines parts={own} />}
          </Section>
        )
      })}
    </>
  )
}

function Lines({ parts }: { parts: readonly StatusPart[] }) {
  return (
    <ul className="flex flex-col rounded-card border border-line">
      {parts.map((part) => (
        <li
          key={`${part.group} ${part.name}`}
          className="flex flex-wrap items-center gap-x-3 gap-y-0.5 border-line px-3 py-1.5 not-first:border-t"
        >
          <Light state={part.state} />
          <span className="min-w-32 font-medium">
            <Visible text={part.name} />
          </span>
          <span className="min-w-0 flex-1 text-ink-2 wrap-anywhere">
            <Visible text={part.text} />
          </span>
        </li>
      ))}
    </ul>
  )
}

const LIGHTS = {
  well: { icon: CircleCheck, colour: 'text-clear' },
  off: { icon: CircleMinus, colour: 'text-ink-3' },
  trouble: { icon: TriangleAlert, colour: 'text-stop' },
} as const

/** A shape and a word: never only a colour. */
function Light({ state }: { state: StatusPart['state'] }) {
  const { icon: Icon, colour } = LIGHTS[state]
  return (
    <span className={cx('flex w-20 shrink-0 items-center gap-1.5 text-hint', colour)}>
      <Icon size={15} aria-hidden="true" />
      {texts.states[state]}
    </span>
  )
}

function Places() {
  const found = useQuery({
    queryKey: ['state', 'places'],
    queryFn: () => valueOf(call(statusRoutes.places, {})),
    retry: false,
  })
  if (found.data === undefined) return null
  const { folder, places } = found.data
  return (
    <Section title={texts.places} hint={texts.placesHint(folder)}>
      <table className="w-full border-collapse text-label">
        <thead className="text-hint text-ink-3">
          <tr>
            <th scope="col" className="py-1 text-start font-medium">
              {texts.name}
            </th>
            <th scope="col" className="py-1 text-end font-medium">
              {texts.size}
            </th>
            <th scope="col" className="py-1 text-end font-medium">
              {texts.files}
            </th>
          </tr>
        </thead>
        <tbody>
          {places.map((place) => (
            <PlaceRow key={place.name} place={place} />
          ))}
        </tbody>
      </table>
    </Section>
  )
}

function PlaceRow({ place: { name, bytes, files, more } }: { place: KeptPlace }) {
  const said = (words: string): string => (more ? texts.atLeast(words) : words)
  return (
    <tr className="border-t border-line">
      <td className="py-1">
        <code className="font-mono text-code">
          <Visible text={name} />
        </code>
      </td>
      <td className="py-1 text-end text-ink-2">{said(size(bytes))}</td>
      <td className="py-1 text-end text-ink-2">{said(thousands(files))}</td>
    </tr>
  )
}
