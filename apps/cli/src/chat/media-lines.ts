import {
  imageBody,
  priceWords,
  readBody,
  speechBody,
  type AttachmentView,
  type FeatureBody,
} from '@countersign/protocol'
import type { FeatureBodyLines } from './feature-body-lines.ts'
import { line, type Line } from './lines.ts'
import { visible, visibleLine } from './visible.ts'

/** Cards of pictures and speech: the complete text, its maker, the price, and the destination. */
export const MEDIA_BODIES: readonly FeatureBodyLines[] = [
  { kind: imageBody.kind, lines: imageLines },
  { kind: speechBody.kind, lines: speechLines },
]

type Maker = Pick<NonNullable<ReturnType<typeof readSpeech>>, 'model' | 'service' | 'host' | 'price' | 'path'>

const readSpeech = (body: FeatureBody) => readBody(speechBody, body)

function imageLines(body: FeatureBody): readonly Line[] | undefined {
  const data = readBody(imageBody, body)
  if (data === undefined) return undefined
  const { prompt, drawing, size, quality, count } = data
  const facts =
    size === null ? [] : [line(`${count} × ${size}${quality === null ? '' : `, ${quality} quality`}`)]
  return [...textLines(drawing?.text ?? prompt ?? ''), ...facts, ...makerLines(data)]
}

function speechLines(body: FeatureBody): readonly Line[] | undefined {
  const data = readSpeech(body)
  if (data === undefined) return undefined
  const voice = data.voice === null ? [] : [line(`voice: ${visibleLine(data.voice)}`)]
  return [...textLines(data.text), ...voice, ...makerLines(data)]
}

function textLines(text: string): readonly Line[] {
  return visible(text)
    .split('\n')
    .map((one) => line(one, 'strong'))
}

function makerLines({ model, service, host, price, path }: Maker): readonly Line[] {
  return [
    line(`by ${model === null ? visibleLine(service) : `${visibleLine(model)}, ${visibleLine(service)}`}`),
    line(`price: ${priceWords(price)}`, 'strong'),
    line(host === null ? 'nothing leaves this machine' : `sent to ${visibleLine(host)}`, 'dim'),
    ...(path === null ? [] : [line(`writes ${visibleLine(path)}`)]),
  ]
}

/** Characters of an id that distinguish it from others. */
const SHORT = 16

/** A file that a terminal cannot show: its size, and how to get it. */
export function attachmentLine({ id, name, width, height, seconds }: AttachmentView): string {
  const size =
    width !== undefined && height !== undefined
      ? `, ${width}×${height}`
      : seconds === undefined
        ? ''
        : `, ${Math.round(seconds)} s`
  return `${visibleLine(name)}${size}: countersign media save ${visibleLine(id.slice(0, SHORT))} FILE`
}
