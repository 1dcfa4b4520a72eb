import { imageBody, priceWords, readBody, speechBody, type FeatureBody } from '@countersign/protocol'
import type { FeatureBodyLines } from '../../chat/feature-body-lines.ts'
import { line, type Line } from '../../chat/lines.ts'
import { visible, visibleLine } from '../../chat/visible.ts'

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
