import { browserRoutes, ImageId, type ThreadId, type TraceEntry } from '@countersign/protocol'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, valueOf } from '../../data/http.ts'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { Page } from '../../ui/Page.tsx'
import { useImage } from '../../ui/use-image.ts'
import { Visible } from '../../ui/Visible.tsx'
import { texts } from './texts.ts'

const LOOK_EVERY = 3000

/** The agent's actions in order, with the page before and after each. */
export function Trace({ thread }: { thread: ThreadId }) {
  const found = useQuery({
    queryKey: ['browser-trace', thread],
    queryFn: () => valueOf(call(browserRoutes.trace, { query: { thread_id: thread } })),
    refetchInterval: LOOK_EVERY,
    retry: false,
  })
  const entries = found.data?.entries ?? []
  if (entries.length === 0) return <Page>{found.error?.message ?? texts.noTrace}</Page>
  const save = async (): Promise<void> => {
    const answer = await call(browserRoutes.script, { query: { thread_id: thread } })
    if (!answer.ok) return
    const address = URL.createObjectURL(new Blob([answer.value.text], { type: 'text/typescript' }))
    const link = document.createElement('a')
    link.href = address
    link.download = 'browser.spec.ts'
    link.click()
    URL.revokeObjectURL(address)
  }
  return (
    // A scroll area must take the focus, so that keys can scroll it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="min-h-0 flex-1 overflow-auto p-3" tabIndex={0} role="region" aria-label={texts.trace}>
      <Button onClick={() => void save()}>{texts.exportScript}</Button>
      <ol className="mt-3 flex flex-col gap-3">
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ol>
    </div>
  )
}

function Entry({ entry: { action, element, url, input, ok, before, after } }: { entry: TraceEntry }) {
  const [large, setLarge] = useState(false)
  const change = (): void => setLarge(!large)
  return (
    <li className="rounded-card border border-line p-2 text-label">
      <p className="flex flex-wrap gap-x-2">
        <span className="font-semibold">{action}</span>
        {element !== null && (
          <span>
            {element.role} “<Visible text={element.name} />”
          </span>
        )}
        {input !== null && (
          <span className="font-mono text-hint">
            <Visible text={input} />
          </span>
        )}
        {!ok && <span className="text-stop">{texts.failed}</span>}
      </p>
      <p className="font-mono text-hint text-ink-3 wrap-anywhere">
        <Visible text={url} />
      </p>
      <div
        className={cx('mt-1 grid gap-2', large ? 'max-w-[80rem] grid-cols-1' : 'max-w-[48rem] grid-cols-2')}
      >
        {before !== null && <Shot id={before} words={texts.before} large={large} onChange={change} />}
        {after !== null && <Shot id={after} words={texts.after} large={large} onChange={change} />}
      </div>
    </li>
  )
}

interface ShotProps {
  readonly id: string
  readonly words: string
  readonly large: boolean
  readonly onChange: () => void
}

/** Half as wide as the pane, and as wide as the pane once it is pressed. */
function Shot({ id, words, large, onChange }: ShotProps) {
  const address = useImage(ImageId.parse(id))
  return (
    <figure>
      <button
        type="button"
        aria-pressed={large}
        title={large ? texts.smaller : texts.larger}
        onClick={onChange}
        className={cx('block w-full rounded-control', large ? 'cursor-zoom-out' : 'cursor-zoom-in')}
      >
        <img src={address} alt={words} className="h-auto w-full rounded-control border border-line" />
      </button>
      <figcaption className="text-hint text-ink-3">{words}</figcaption>
    </figure>
  )
}
