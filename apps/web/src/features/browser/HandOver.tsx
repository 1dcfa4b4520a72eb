import { handOverBody, readBody, type CallBody, type ThreadId } from '@countersign/protocol'
import { Hand } from 'lucide-react'
import { useEffect } from 'react'
import type { AnswersProps, AnyBody, BodyProps } from '../../platform/body.ts'
import { LazyArgumentsBody } from '../../platform/cards/LazyBodies.tsx'
import { Button } from '../../ui/Button.tsx'
import { Visible } from '../../ui/Visible.tsx'
import { wishToTake } from './take-wish.ts'
import { texts } from './texts.ts'
import { useHeld } from './use-held.ts'
import { useShowBrowser } from './use-show-browser.ts'

function dataOf(body: AnyBody) {
  return readBody(handOverBody, body as CallBody) // the card passes bodies as received
}

/** The agent asks the person to take the browser: why, and at which page. */
export function HandOverBody(props: BodyProps) {
  const data = dataOf(props.body)
  if (data === undefined) return <LazyArgumentsBody {...props} />
  return (
    <div className="flex flex-col gap-2 text-label">
      <p className="whitespace-pre-wrap">
        <Visible text={data.why} />
      </p>
      <p className="font-mono text-hint wrap-anywhere" data-exact="">
        <Visible text={data.url} />
      </p>
      {props.look === 'waits' && <HowTo thread={data.thread_id} />}
    </div>
  )
}

function HowTo({ thread }: { thread: ThreadId }) {
  const held = useHeld(thread)
  return <p className="text-ink-2">{held ? texts.youHaveCard : texts.takeOver}</p>
}

/** Two answers: *Take over*, which becomes *Hand back* while the person has the browser, and *Not now*, which the card adds. */
export function HandOverAnswers({ body, ...props }: AnswersProps) {
  const data = dataOf(body)
  return data === undefined ? null : <Ways thread={data.thread_id} {...props} />
}

function Ways({
  thread,
  mayAllow,
  allow,
  named,
  setYes,
  yesKey,
}: Omit<AnswersProps, 'body'> & { thread: ThreadId }) {
  const held = useHeld(thread)
  const show = useShowBrowser(thread)
  // The shortcut for yes cannot take the browser: it only says that the person is done.
  useEffect(() => setYes(held ? {} : null), [setYes, held])
  return held ? (
    <>
      <Button kind="primary" disabled={!mayAllow} aria-label={named(texts.handBack)} {...allow({})}>
        {texts.handBack}
        {yesKey}
      </Button>
      <Button onClick={show}>{texts.show}</Button>
    </>
  ) : (
    <Button
      kind="primary"
      aria-label={named(texts.take)}
      onClick={() => {
        wishToTake(thread)
        show()
      }}
    >
      <Hand size={16} aria-hidden="true" />
      {texts.take}
    </Button>
  )
}
