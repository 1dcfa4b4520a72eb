import { mediaRoutes, priceWords, type MediaView } from '@countersign/protocol'
import { writeFile } from 'node:fs/promises'
import { visibleLine } from '../../chat/visible.ts'
import type { Api } from '../../server-client.ts'
import { onServer } from '../on-server.ts'
import { complain, print, type JsonOption } from '../output.ts'

export function listMedia({ json }: JsonOption): Promise<number> {
  return onServer(async (api) => {
    const answer = await api.call(mediaRoutes.list, { query: { limit: 200 } })
    if (!answer.ok) return complain(answer.message)
    const { media, bytes, limit } = answer.body
    if (json === true) return print(JSON.stringify(answer.body, null, 2))
    if (media.length === 0) return print('No pictures or sounds are stored.')
    const used = `${megabytes(bytes)} of ${megabytes(limit)}`
    return print([...media.map(lineOf), used].join('\n'))
  })
}

const SHORT = 'med_'.length + 12

function lineOf(media: MediaView): string {
  const { id, kept, name, model } = media
  const facts = [sizeOf(media), model ?? '', kept ? 'kept' : ''].filter((part) => part !== '')
  return `${id.slice(0, SHORT)}  ${visibleLine(name)}: ${facts.join(', ')}`
}

function sizeOf({ width, height, seconds, bytes }: MediaView): string {
  if (width !== undefined && height !== undefined) return `${width}×${height}`
  return seconds === undefined ? megabytes(bytes) : `${Math.round(seconds)} s`
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`
}

/** Acts on the item whose id has this prefix. */
function withMedia(wanted: string, act: (api: Api, media: MediaView) => Promise<number>): Promise<number> {
  return onServer(async (api) => {
    const whole = wanted.startsWith('med_') ? wanted : `med_${wanted}`
    const answer = await api.call(mediaRoutes.list, { query: { limit: 200 } })
    if (!answer.ok) return complain(answer.message)
    const found = answer.body.media.filter(({ id }) => id.startsWith(whole))
    const [one] = found
    if (one === undefined && whole.length === 68) {
      const facts = await api.call(mediaRoutes.facts, { params: { id: whole } })
      return facts.ok ? act(api, facts.body.media) : complain(facts.message)
    }
    if (one === undefined) return complain(`there is no picture or sound \`${wanted}\` among the last 200`)
    return found.length === 1
      ? act(api, one)
      : complain(`${found.length} ids begin with \`${wanted}\`; type more of it`)
  })
}

export function showMedia(id: string, { json }: JsonOption): Promise<number> {
  return withMedia(id, async (_api, media) => {
    if (json === true) return print(JSON.stringify(media, null, 2))
    const { name, media_type, model, price, text, kept } = media
    const lines = [
      media.id,
      `${visibleLine(name)}: ${media_type}, ${sizeOf(media)}, ${megabytes(media.bytes)}${kept ? ', kept' : ''}`,
      ...(model === null ? [] : [`by ${model}`]),
      ...(price === null ? [] : [`price: ${priceWords(price)}`]),
      ...(text === null ? [] : [visibleLine(text)]),
    ]
    return print(lines.join('\n'))
  })
}

export function saveMedia(id: string, file: string, { json }: JsonOption): Promise<number> {
  return withMedia(id, async (api, media) => {
    const answer = await api.file(mediaRoutes.bytes, { params: { id: media.id } })
    if (!answer.ok) return complain(answer.message)
    try {
      await writeFile(file, answer.body, { flag: 'wx' })
    } catch (cause) {
      return complain(
        `\`${file}\` was not written: ${cause instanceof Error ? cause.message : String(cause)}`,
      )
    }
    return print(json === true ? JSON.stringify({ id: media.id, file }) : `Saved ${file}.`)
  })
}

export function removeMedia(id: string, { json }: JsonOption): Promise<number> {
  return withMedia(id, async (api, media) => {
    const answer = await api.call(mediaRoutes.remove, { params: { id: media.id } })
    if (!answer.ok) return complain(answer.message)
    return print(
      json === true ? JSON.stringify({ removed: media.id }) : `Removed ${visibleLine(media.name)}.`,
    )
  })
}
