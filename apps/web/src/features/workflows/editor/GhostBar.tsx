import { useEffect, useRef } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { Kbd } from '../../../ui/Kbd.tsx'
import { editorTexts as texts } from '../texts.ts'
import { useEditor } from './editor-context.ts'

/** What the agent proposes: each can be accepted or declined, and all of them. F7 goes there. */
export function GhostBar() {
  const { session, state } = useEditor()
  const bar = useRef<HTMLElement>(null)
  useEffect(() => {
    const go = (event: KeyboardEvent): void => {
      if (event.key !== 'F7') return
      event.preventDefault()
      bar.current?.querySelector<HTMLElement>('li button')?.focus()
    }
    window.addEventListener('keydown', go)
    return () => window.removeEventListener('keydown', go)
  }, [])
  return (
    <section
      ref={bar}
      aria-label={texts.proposals}
      className="flex max-h-48 flex-col gap-1 overflow-y-auto border-b border-line bg-wait-bg px-3 py-2"
    >
      <div className="flex flex-wrap items-center gap-3 text-label text-wait">
        <span className="font-semibold" role="status">
          {texts.ghostBar(state.ghosts.length)}
        </span>
        <Kbd keys="F7" armed />
        <span className="ms-auto flex gap-2">
          <Button size="small" onClick={() => session.decline('all')}>
            {texts.declineAll}
          </Button>
          <Button size="small" onClick={() => session.accept('all')}>
            {texts.acceptAll}
          </Button>
        </span>
      </div>
      <ol className="flex flex-col gap-1">
        {state.ghosts.map(({ number, label }, index) => (
          <li key={number} className="flex flex-wrap items-center gap-2 text-label" data-ghost={number}>
            <span className="rounded-mark bg-clear px-1.5 text-hint text-panel">{number}</span>
            <span className="min-w-0 flex-1 wrap-anywhere">{label}</span>
            <Button size="small" aria-label={texts.declineOne(label)} onClick={() => session.decline(number)}>
              {texts.decline}
              {index === 0 && <Kbd keys="Alt U" armed />}
            </Button>
            <Button size="small" aria-label={texts.acceptOne(label)} onClick={() => session.accept(number)}>
              {texts.accept}
              {index === 0 && <Kbd keys="Alt Y" armed />}
            </Button>
          </li>
        ))}
      </ol>
    </section>
  )
}
