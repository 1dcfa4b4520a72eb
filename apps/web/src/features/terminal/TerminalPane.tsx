import type { TerminalList, TerminalView } from '@countersign/protocol'
import { useEffect, useState } from 'react'
import { keep, readKept } from '../../data/browser-storage.ts'
import { useView } from '../../data/context.ts'
import type { PaneProps } from '../../platform/feature.ts'
import { Button } from '../../ui/Button.tsx'
import { Page } from '../../ui/Page.tsx'
import { useNarrow } from '../../ui/use-narrow.ts'
import { usePaneContext } from '../../workbench/pane-context.ts'
import { useWorkbench } from '../../workbench/workbench-context.ts'
import { Screen } from './Screen.tsx'
import { texts } from './texts.ts'
import { titles } from './titles.ts'
import { TerminalStrip } from './TerminalStrip.tsx'
import { freeNumber, paramsOf, useTerminals } from './use-terminals.ts'

/** One terminal of the folder, or a note if none runs. It starts nothing automatically. */
export function TerminalPane({ params: { terminal = '1' } }: PaneProps) {
  const { thread, open } = useWorkbench()
  const narrow = useNarrow()
  const terminals = useTerminals(thread)
  const [said, setSaid] = useState<string | null>(null)
  const [searching, setSearching] = useState(false)
  const { list } = terminals
  const found = list?.terminals.find((one) => one.terminal === terminal)
  // The last output stays on screen when it has ended.
  const [seen, setSeen] = useState<TerminalView | null>(null)
  if (found !== undefined && found !== seen) setSeen(found)
  const shown = found ?? seen
  usePaneContext(() => ({ summary: toldToAgent(found), sources: [] }))
  const ran = useRan(terminal, list, found !== undefined)

  const start = async (name: string): Promise<void> => setSaid(await terminals.start(name))
  const add = async (): Promise<void> => {
    if (list === undefined) return
    const name = freeNumber(list)
    await start(name)
    open('terminal', paramsOf({ terminal: name, kind: 'yours', title: '' }))
  }
  const end = async (): Promise<void> => {
    if (window.confirm(texts.endAsk)) setSaid(await terminals.end(terminal))
  }

  if (list === undefined) return <Page>{terminals.problem ?? texts.loading}</Page>
  if (shown === null)
    return (
      <NoTerminal
        list={list}
        terminal={terminal}
        said={said}
        ran={ran}
        readOnly={narrow}
        onStart={() => void start(terminal)}
      />
    )
  return (
    <div className="flex h-full min-h-0 flex-col">
      <TerminalStrip
        view={shown}
        said={said}
        readOnly={narrow}
        onShare={
          thread === null
            ? null
            : (shared) => void terminals.share(terminal, shared).then((problem) => setSaid(problem))
        }
        onSearch={() => setSearching(true)}
        onAdd={list.closed === null ? () => void add() : null}
        onEnd={found === undefined || shown.kind === 'command' ? null : () => void end()}
      />
      <Others list={list} except={terminal} />
      <Screen
        key={`${terminal} ${list.boot}`}
        view={shown}
        thread={thread}
        readOnly={narrow || !shown.takes_input}
        searching={searching}
        onSearching={setSearching}
        onGone={() => {
          void terminals.lookAgain()
        }}
      />
      {found === undefined && (
        <EndedLine
          ran={ran}
          onAgain={
            shown.kind === 'yours' && !narrow && list.closed === null
              ? () => {
                  setSeen(null)
                  void start(terminal)
                }
              : null
          }
        />
      )}
    </div>
  )
}

interface NoTerminalProps {
  readonly list: TerminalList
  readonly terminal: string
  readonly said: string | null
  readonly ran: Ran
  readonly readOnly: boolean
  readonly onStart: () => void
}

/** The note if no terminal was seen yet. */
function NoTerminal({ list, terminal, said, ran, readOnly, onStart }: NoTerminalProps) {
  return (
    <Page>
      <p role={ran === 'nothing' ? undefined : 'status'}>{said ?? list.closed ?? texts[ran]}</p>
      {list.closed === null && !readOnly && /^\d+$/.test(terminal) && (
        <Button kind="primary" onClick={onStart}>
          {ran === 'nothing' ? texts.start : texts.again}
        </Button>
      )}
      {readOnly && <p className="text-hint">{texts.onPhone}</p>}
      <Others list={list} except={terminal} />
    </Page>
  )
}

/** Below a terminal that has ended. `onAgain` is null if it cannot be restarted. */
function EndedLine({ ran, onAgain }: { ran: Ran; onAgain: (() => void) | null }) {
  return (
    <div role="status" className="flex items-center gap-3 border-t border-line px-3 py-1.5 text-label">
      <span className="flex-1">{ran === 'restarted' ? texts.restarted : texts.gone}</span>
      {onAgain !== null && <Button onClick={onAgain}>{texts.again}</Button>}
    </div>
  )
}

/** A terminal that is not shared reveals nothing to the agent, not even its title. */
function toldToAgent(view: TerminalView | undefined): string {
  if (view === undefined) return texts.toldNothing
  if (view.kind !== 'yours') return texts.toldAgents(view.terminal, view.title)
  return view.shared ? texts.toldShared(view.terminal) : texts.toldPrivate
}

/** Milliseconds after a reload in which the open tabs find their terminals: until then all seem to be in none. */
const SETTLES_AFTER = 4000

/** The agent's terminals, and the person's that are in no tab: each opens in its own. */
function Others({ list, except }: { list: TerminalList; except: string }) {
  const { open } = useWorkbench()
  const [settled, setSettled] = useState(false)
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(true), SETTLES_AFTER)
    return () => window.clearTimeout(timer)
  }, [])
  const others = list.terminals.filter(({ terminal, seen }) => terminal !== except && !seen)
  if (!settled || others.length === 0) return null
  return (
    <div className="flex flex-wrap items-center gap-1 border-b border-line px-3 py-0.5 text-hint text-ink-2">
      <span>{texts.others}</span>
      {others.map((other) => (
        <Button
          key={other.terminal}
          kind="quiet"
          size="small"
          onClick={() => open('terminal', paramsOf(other))}
        >
          {other.kind === 'yours' ? titles.numbered(other.terminal) : titles.agents(other.title)}
        </Button>
      ))}
    </div>
  )
}

type Ran = 'nothing' | 'restarted' | 'gone'

/** What happened to a missing terminal: this browser remembers the server under which it ran. */
function useRan(terminal: string, list: TerminalList | undefined, runs: boolean): Ran {
  const { thread } = useWorkbench()
  const folder = useView((view) => view.threads?.find(({ id }) => id === thread)?.workspace ?? '')
  const name = `countersign.terminal.${terminal}.${folder}`
  const boot = list?.boot
  useEffect(() => {
    if (runs && boot !== undefined) keep(window.localStorage, name, boot)
  }, [runs, boot, name])
  const ran = readKept(window.localStorage, name, null)
  if (ran === null || boot === undefined) return 'nothing'
  return ran === boot ? 'gone' : 'restarted'
}
