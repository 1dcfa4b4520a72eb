import { imageBody, priceWords, saveBody, speechBody } from '@countersign/protocol'
import type { MediaPrice } from '@countersign/protocol'
import type { ReactNode } from 'react'
import type { BodyProps } from '../../platform/body.ts'
import { ArgumentsBody } from '../../platform/cards/ArgumentsBody.tsx'
import { size as sizeOf } from '../../ui/times.ts'
import { Visible } from '../../ui/Visible.tsx'
import { texts } from './texts.ts'

/** A picture to be made: the complete prompt, its maker, the price and the destination. */
export function ImageCard({ body }: BodyProps) {
  const read = imageBody.data.safeParse(body.data)
  if (!read.success) return <ArgumentsBody body={body} />
  const { prompt, drawing, size, quality, count, from, ...maker } = read.data
  return (
    <Card
      label={drawing === null ? texts.prompt : texts.drawing[drawing.kind]}
      text={drawing?.text ?? prompt ?? ''}
      code={drawing !== null}
      maker={maker}
    >
      {size !== null && <Fact name={texts.size} value={texts.sizeOf(size, quality)} />}
      {drawing === null && <Fact name={texts.count} value={String(count)} />}
      {from.length > 0 && <Fact name={texts.from} value={String(from.length)} />}
    </Card>
  )
}

/** A text to be spoken. */
export function SpeechCard({ body }: BodyProps) {
  const read = speechBody.data.safeParse(body.data)
  if (!read.success) return <ArgumentsBody body={body} />
  const { text, voice, language, format: _format, ...maker } = read.data
  return (
    <Card label={texts.words} text={text} code={false} maker={maker}>
      <Fact
        name={texts.voice}
        value={[voice ?? texts.usual, language].filter((one) => one !== null).join(' · ')}
      />
    </Card>
  )
}

/** A stored item that a person copied into the workspace. */
export function SaveCard({ body }: BodyProps) {
  const read = saveBody.data.safeParse(body.data)
  if (!read.success) return <ArgumentsBody body={body} />
  return (
    <dl className={LIST}>
      <Fact name={texts.goesTo} value={`${read.data.path} · ${sizeOf(read.data.bytes)}`} />
    </dl>
  )
}

interface Maker {
  readonly model: string | null
  readonly service: string
  readonly host: string | null
  readonly price: MediaPrice
  readonly path: string | null
  readonly overwrites?: number | undefined
}

const LIST = 'grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-1 text-label'

function Card(props: { label: string; text: string; code: boolean; maker: Maker; children: ReactNode }) {
  const { label, text, code, maker, children } = props
  const { model, service, host, price, path, overwrites } = maker
  const place = path === null ? texts.shown : path
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-col gap-1">
        <p className="text-hint text-ink-3">{label}</p>
        <p
          data-exact=""
          className={`max-h-80 overflow-y-auto rounded-control border border-line bg-ground px-3 py-2 whitespace-pre-wrap wrap-anywhere ${code ? 'font-mono text-code' : 'text-chat'}`}
        >
          <Visible text={text} />
        </p>
      </div>
      <dl className={LIST}>
        <Fact name={texts.model} value={model === null ? service : texts.by(model, service)} />
        {children}
        <Fact name={texts.price} value={price.is === 'unknown' ? texts.unknown : priceWords(price)} strong />
        <Fact name={texts.sentTo} value={host ?? texts.nowhere} />
        <Fact
          name={texts.goesTo}
          value={overwrites === undefined ? place : `${place} (${texts.overwrites(sizeOf(overwrites))})`}
        />
      </dl>
    </div>
  )
}

function Fact({ name, value, strong = false }: { name: string; value: string; strong?: boolean }) {
  return (
    <>
      <dt className="text-ink-3">{name}</dt>
      <dd className={strong ? 'font-semibold wrap-anywhere' : 'wrap-anywhere'}>
        <Visible text={value} />
      </dd>
    </>
  )
}
