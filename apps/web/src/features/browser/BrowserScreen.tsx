import type { BrowserAsked, BrowserSaid, ThreadId } from '@countersign/protocol'
import { ArrowLeft, ArrowRight, EyeOff, Hand, RotateCw } from 'lucide-react'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { Visible } from '../../ui/Visible.tsx'
import { keyAsked, keyPressed, mouseAsked, wheelAsked, WINDOW } from './input-events.ts'
import { openScreen, type ScreenLine } from './screen-line.ts'
import { grantWish, onWish } from './take-wish.ts'
import { texts } from './texts.ts'

export interface BrowserScreenProps {
  readonly thread: ThreadId
  /** Another tab of the pane is in front. The connection stays open: closing it would return the browser to the agent. */
  readonly behind: boolean
  readonly onGone: () => void
  readonly onKeep: (url: string) => void
  readonly onHeld: (held: boolean) => void
}

/** The live picture of the browser, and who controls it. */
export function BrowserScreen({ thread, behind, onGone, onKeep, onHeld }: BrowserScreenProps) {
  const image = useRef<HTMLImageElement>(null)
  const line = useRef<ScreenLine | null>(null)
  const [said, setSaid] = useState<BrowserSaid | null>(null)
  useEffect(() => {
    let shown: string | undefined
    const opened = openScreen(thread, {
      said: (state) => {
        setSaid(state)
        onHeld(state.holder === 'you')
      },
      frame(jpeg) {
        if (image.current === null) return
        const before = shown
        shown = URL.createObjectURL(jpeg)
        image.current.src = shown
        if (before !== undefined) URL.revokeObjectURL(before)
      },
      gone: onGone,
    })
    line.current = opened
    return () => {
      line.current = null
      opened.close()
      if (shown !== undefined) URL.revokeObjectURL(shown)
    }
    // The callbacks are deliberately not dependencies: reconnecting when one changes would return the browser to the agent.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [thread])
  const ask = (message: BrowserAsked) => line.current?.ask(message)
  const yours = said?.holder === 'you'
  const free = said?.holder === 'agent'
  useEffect(() => {
    const take = () => {
      if (free && grantWish(thread)) line.current?.ask({ type: 'take' })
    }
    take()
    return onWish(take)
  }, [free, thread])
  return (
    <div
      className={cx(
        behind ? 'hidden' : 'flex min-h-0 flex-1 flex-col',
        yours && 'border-[3px] border-accent',
      )}
      data-holder={said?.holder}
    >
      {said !== null && <Strip said={said} ask={ask} onKeep={() => onKeep(said.url)} />}
      {said !== null && <Address said={said} ask={ask} yours={yours} />}
      {said !== null && said.question !== null && <SendQuestion question={said.question} ask={ask} />}
      {said !== null && said.problem !== null && (
        <p role="alert" className="px-3 py-1 text-label text-stop">
          <Visible text={said.problem} />
        </p>
      )}
      <Picture image={image} yours={yours} ask={ask} />
      {yours && <TypeRow ask={ask} />}
    </div>
  )
}

type Ask = (message: BrowserAsked) => void

function Strip({ said, ask, onKeep }: { said: BrowserSaid; ask: Ask; onKeep: () => void }) {
  const yours = said.holder === 'you'
  const words = { agent: texts.agentHas, other: texts.otherHas, you: texts.youHave }[said.holder]
  return (
    <div
      role="status"
      className={cx(
        'flex min-h-11 flex-wrap items-center gap-2 px-3 py-1 text-label',
        yours ? 'bg-accent text-on-accent' : 'border-b border-line',
      )}
    >
      {yours ? <Hand size={16} aria-hidden="true" /> : null}
      <span className="font-semibold">{!yours && said.asks !== null ? texts.agentAsks : words}</span>
      {!yours && said.asks !== null && (
        <span className="min-w-0 wrap-anywhere">
          <Visible text={said.asks} />
        </span>
      )}
      {yours && (
        <span className="flex min-w-0 items-start gap-1.5">
          <EyeOff size={15} aria-hidden="true" className="mt-0.5 shrink-0" />
          {texts.blind}
        </span>
      )}
      <span className="ml-auto flex flex-wrap gap-2">
        {yours ? (
          <>
            <Button kind="inverted" onClick={onKeep}>
              {texts.keep}
            </Button>
            <span className="inline-flex rounded-control bg-raised">
              <Button onClick={() => ask({ type: 'give_back' })}>{texts.handBack}</Button>
            </span>
          </>
        ) : (
          <Button kind="primary" disabled={said.holder === 'other'} onClick={() => ask({ type: 'take' })}>
            {texts.take}
          </Button>
        )}
      </span>
    </div>
  )
}

function Address({ said, ask, yours }: { said: BrowserSaid; ask: Ask; yours: boolean }) {
  const [typed, setTyped] = useState<string | null>(null)
  const move = (where: 'back' | 'forward' | 'reload') => ask({ type: 'move', where })
  return (
    <form
      className="@container flex items-center gap-1 border-b border-line px-2 py-1"
      onSubmit={(event) => {
        event.preventDefault()
        if (typed !== null) ask({ type: 'go', url: /^[a-z]+:\/\//i.test(typed) ? typed : `https://${typed}` })
        setTyped(null)
      }}
    >
      <Button kind="quiet" size="icon" aria-label={texts.back} disabled={!yours} onClick={() => move('back')}>
        <ArrowLeft size={16} aria-hidden="true" />
      </Button>
      <Button
        kind="quiet"
        size="icon"
        aria-label={texts.forward}
        disabled={!yours}
        onClick={() => move('forward')}
      >
        <ArrowRight size={16} aria-hidden="true" />
      </Button>
      <Button
        kind="quiet"
        size="icon"
        aria-label={texts.reload}
        disabled={!yours}
        onClick={() => move('reload')}
      >
        <RotateCw size={16} aria-hidden="true" />
      </Button>
      <input
        aria-label={texts.address}
        readOnly={!yours}
        value={typed ?? said.url}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={() => setTyped(null)}
        className="min-h-control min-w-0 flex-1 rounded-control border border-line-strong bg-raised px-2 font-mono text-label"
      />
      <span className="hidden px-2 text-hint text-ink-3 @min-[50rem]:inline">{texts.profile}</span>
    </form>
  )
}

function SendQuestion({ question, ask }: { question: NonNullable<BrowserSaid['question']>; ask: Ask }) {
  return (
    <div role="alert" className="flex flex-col gap-2 border-b border-wait bg-wait-bg px-3 py-2 text-label">
      <p className="font-semibold">{texts.sendAsk}</p>
      <p className="font-mono text-hint wrap-anywhere">
        {question.method} <Visible text={question.url} />
      </p>
      {question.body !== '' && (
        <p className="max-h-24 overflow-y-auto font-mono text-hint wrap-anywhere">
          <Visible text={question.body} />
        </p>
      )}
      <p className="flex gap-2">
        <Button onClick={() => ask({ type: 'answer', yes: true })}>{texts.send}</Button>
        <Button kind="refuse" onClick={() => ask({ type: 'answer', yes: false })}>
          {texts.dontSend}
        </Button>
      </p>
    </div>
  )
}

/** A picture opens no keyboard on a phone, so a field takes the text, and buttons send the keys. */
function TypeRow({ ask }: { ask: Ask }) {
  const [text, setText] = useState('')
  return (
    <form
      className="hidden flex-wrap items-center gap-1 border-t border-line bg-panel px-2 py-1 coarse:flex"
      onSubmit={(event) => {
        event.preventDefault()
        if (text !== '') ask({ type: 'paste', text })
        setText('')
      }}
    >
      <input
        aria-label={texts.typeHere}
        placeholder={texts.typeHere}
        value={text}
        onChange={({ target }) => setText(target.value)}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        className="min-h-control min-w-32 flex-1 rounded-control border border-line-strong bg-raised px-2 text-field"
      />
      <Button type="submit">{texts.typeIt}</Button>
      {KEYS.map((key) => (
        <Button key={key} kind="quiet" onClick={() => keyPressed(key).forEach(ask)}>
          {texts.keys[key]}
        </Button>
      ))}
    </form>
  )
}

const KEYS = ['Tab', 'Enter', 'Backspace'] as const

interface PictureProps {
  readonly image: RefObject<HTMLImageElement | null>
  readonly yours: boolean
  readonly ask: Ask
}

/** The picture; while the person has the browser, mouse, keys and paste go to the page. */
function Picture({ image, yours, ask }: PictureProps) {
  const hands = yours
    ? {
        onMouseDown: (event: React.MouseEvent<HTMLElement>) => {
          event.preventDefault()
          event.currentTarget.focus()
          ask(mouseAsked('mousePressed', event))
        },
        onMouseUp: (event: React.MouseEvent<HTMLElement>) => ask(mouseAsked('mouseReleased', event)),
        onMouseMove: (event: React.MouseEvent<HTMLElement>) => ask(mouseAsked('mouseMoved', event)),
        onWheel: (event: React.WheelEvent<HTMLElement>) => ask(wheelAsked(event)),
        onKeyDown: (event: React.KeyboardEvent<HTMLElement>) => {
          event.stopPropagation()
          // Paste arrives as a separate event, with the text.
          if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'v') return
          event.preventDefault()
          ask(keyAsked('keyDown', event))
        },
        onKeyUp: (event: React.KeyboardEvent<HTMLElement>) => {
          event.stopPropagation()
          ask(keyAsked('keyUp', event))
        },
        onPaste: (event: React.ClipboardEvent<HTMLElement>) => {
          event.preventDefault()
          ask({ type: 'paste', text: event.clipboardData.getData('text/plain') })
        },
        onContextMenu: (event: React.MouseEvent<HTMLElement>) => event.preventDefault(),
      }
    : {}
  return (
    <div className="min-h-0 flex-1 overflow-auto bg-ground">
      {/* It receives keys, so it is as interactive as the page that it shows. */}
      {/* oxlint-disable jsx-a11y/no-noninteractive-tabindex */}
      <div
        role="application"
        aria-label={texts.screen}
        tabIndex={0}
        className="relative mx-auto w-full touch-manipulation outline-offset-[-2px]"
        style={{ aspectRatio: `${WINDOW.width} / ${WINDOW.height}`, maxWidth: WINDOW.width }}
        {...hands}
      >
        <img ref={image} alt="" draggable={false} className="block size-full select-none" />
      </div>
    </div>
  )
}
