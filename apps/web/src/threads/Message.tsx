import type { ImageView } from '@countersign/protocol'
import { StreamingMarkdown, Markdown } from './Markdown.tsx'
import { Pictures } from '../ui/Pictures.tsx'
import { texts } from './texts.ts'

interface PersonMessageProps {
  readonly text: string
  readonly images: readonly ImageView[] | undefined
  readonly queued: boolean
}

/** What the person said: a bar in accent and medium weight, no bubble. */
export function PersonMessage({ text, images, queued }: PersonMessageProps) {
  return (
    <div className="border-s-[3px] border-accent ps-3 font-medium whitespace-pre-wrap" data-role="user">
      <span className="sr-only">{texts.you}: </span>
      {text}
      {queued && <span className="ms-2 text-hint font-normal text-ink-3">{texts.queued}</span>}
      {images !== undefined && images.length > 0 && <Pictures images={images} />}
    </div>
  )
}

/** What the agent said: plain text. */
export function AgentMessage({ text }: { text: string }) {
  return (
    <div data-role="assistant">
      <span className="sr-only">{texts.agent}: </span>
      <Markdown text={text} />
    </div>
  )
}

/** What the agent is saying. Not read out as it comes; the end of the turn is announced. */
export function StreamingMessage({ text, reasoning }: { text: string; reasoning: string }) {
  return (
    <div data-role="streaming">
      {text === '' ? (
        <details>
          <summary className="text-hint text-ink-3">{texts.reasoning}</summary>
          <p className="text-label whitespace-pre-wrap text-ink-2">{reasoning}</p>
        </details>
      ) : (
        <StreamingMarkdown text={text} />
      )}
    </div>
  )
}

export function NoticeMessage({ text }: { text: string }) {
  return (
    <p className="text-label text-ink-3" data-role="notice">
      {text}
    </p>
  )
}
