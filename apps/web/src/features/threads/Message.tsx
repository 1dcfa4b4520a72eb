import type { ImageView, MessageView, ThoughtView } from '@countersign/protocol'
import { Suspense, type ReactNode } from 'react'
import { RestBar } from '../../platform/cards/RestBar.tsx'
import { useLocalNow } from '../../platform/use-local-now.ts'
import type { Streaming } from '../../data/view.ts'
import { useWholeMessage } from '../../data/whole.ts'
import { BelowAnswer } from '../../platform/markdown/AnswerWords.tsx'
import { StreamingMarkdown, Markdown } from '../../platform/markdown/Markdown.tsx'
import { Pictures } from '../../ui/Pictures.tsx'
import { languageOf } from '../../ui/language-of.ts'
import { duration } from '../../ui/times.ts'
import { late } from '../../ui/lazy.ts'
import { texts } from './texts.ts'

const SentFiles = late(async () => ({ default: (await import('./composer/SentFiles.tsx')).SentFiles }))

interface PersonMessageProps {
  readonly text: string
  readonly images: readonly ImageView[] | undefined
}

/** A message, or its complete text once requested. */
export function WholeMessage(props: { message: MessageView; children: (message: MessageView) => ReactNode }) {
  const { message, children } = props
  return message.bytes === undefined ? children(message) : <LongMessage {...props} bytes={message.bytes} />
}

function LongMessage({ message, bytes, children }: LongMessageProps) {
  const { value, ...loading } = useWholeMessage(message.id)
  return (
    <>
      {children(value === null ? message : { ...message, text: value.text })}
      {value === null && <RestBar rest={{ bytes, ...loading }} />}
    </>
  )
}

interface LongMessageProps {
  readonly message: MessageView
  readonly bytes: number
  readonly children: (message: MessageView) => ReactNode
}

const NO_IMAGES: readonly ImageView[] = []

/** A person's message: an accent bar and medium weight, no bubble. */
export function PersonMessage({ text, images = NO_IMAGES }: PersonMessageProps) {
  const hasFiles = images.length > 0 || text.includes(':\n```')
  return (
    <div className="border-s-[3px] border-accent ps-3 font-medium whitespace-pre-wrap" data-role="user">
      <span className="sr-only">{texts.you}: </span>
      <span lang={languageOf(text)}>{text}</span>
      {images.length > 0 && <Pictures images={images} />}
      <Suspense>{hasFiles && <SentFiles text={text} images={images} />}</Suspense>
    </div>
  )
}

interface AgentMessageProps {
  readonly text: string
  readonly thought: ThoughtView | undefined
  readonly cut: MessageView['cut']
}

/** An agent's message: plain text. */
export function AgentMessage({ text, thought, cut }: AgentMessageProps) {
  return (
    <div data-role="assistant">
      {thought !== undefined && <Thinking text={thought.text} line={texts.thought(duration(thought.ms))} />}
      <span className="sr-only">{texts.agent}: </span>
      <div lang={languageOf(text)}>
        <Markdown text={text} />
      </div>
      <BelowAnswer />
      {cut !== undefined && <p className="text-hint text-ink-3">{texts.cutOff}</p>}
    </div>
  )
}

interface StreamingMessageProps {
  readonly text: string
  readonly reasoning: string
  readonly thought: Streaming['thought'] | undefined
}

/** The agent's growing answer. It is not read out as it arrives; the end of the turn is announced. */
export function StreamingMessage({ text, reasoning, thought }: StreamingMessageProps) {
  return (
    <div data-role="streaming">
      {thought !== undefined &&
        (text === '' ? (
          <ThinkingNow text={reasoning} thought={thought} />
        ) : (
          <Thinking text={reasoning} line={texts.thought(duration(thought.ms))} />
        ))}
      {text !== '' && (
        <div lang={languageOf(text)}>
          <StreamingMarkdown text={text} />
        </div>
      )}
    </div>
  )
}

interface ThinkingNowProps {
  readonly text: string
  readonly thought: NonNullable<Streaming['thought']>
}

function ThinkingNow({ text, thought: { ms, at } }: ThinkingNowProps) {
  const now = useLocalNow(1000)
  if (at === null) return <Thinking text={text} line={texts.thought(duration(ms))} />
  const seconds = Math.floor((ms + now - at) / 1000)
  return <Thinking text={text} line={seconds < 1 ? texts.reasoning : texts.thinkingFor(seconds)} />
}

/** Thoughts, folded to one line with their duration. */
function Thinking({ text, line }: { text: string; line: string }) {
  return (
    <details className="pb-1" data-thinking="">
      <summary className="min-h-6 text-hint text-ink-3">{line}</summary>
      <p className="text-label whitespace-pre-wrap text-ink-2">{text}</p>
    </details>
  )
}

export function NoticeMessage({ text }: { text: string }) {
  return (
    <p className="text-label text-ink-3" data-role="notice">
      {text}
    </p>
  )
}
