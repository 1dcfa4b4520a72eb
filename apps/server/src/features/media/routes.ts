import {
  imageRoutes,
  MEDIA_OF_PERSON,
  mediaRoutes,
  SOUND_SECONDS,
  type MediaGeneration,
  type MediaPrice,
  type UserId,
} from '@countersign/protocol'
import { soundSeconds, soundType } from '../../media/sound-facts.ts'
import { actByHand } from '../../platform/act-by-hand.ts'
import type { Host } from '../../platform/host.ts'
import { Content, DONE, noSuchThread, refuse, route, type Refused, type Route } from '../../platform/route.ts'
import { isInside, subjectOf } from '../../workspace/workspace-path.ts'
import { priceOfImage, priceOfSpeech, transcribe } from './make.ts'
import { placeOf } from './models.ts'
import { saveTool } from './save-tool.ts'
import { fileName, type Studio } from './studio.ts'

const GONE = 'there is no such picture or sound; it may have been removed'

export function mediaRoutesOf(host: Host, studio: Studio): readonly Route[] {
  const { library, models } = studio
  return [
    ...imageRoutesOf(host, studio),
    route(mediaRoutes.list, async ({ actor, query }) => ({
      media: [...(await library.list(actor.user, query))],
      bytes: await library.bytesOf(actor.user),
      limit: MEDIA_OF_PERSON,
    })),
    route(mediaRoutes.models, ({ actor }) => models.view(actor.user)),
    route(mediaRoutes.quote, ({ actor, body }) =>
      quote(studio, actor.user, body.text, body.media_generation),
    ),
    route(mediaRoutes.transcribe, async ({ actor, body, query, gone }) => {
      const mediaType = soundType(body)
      if (mediaType === undefined) return refuse(400, 'bad_message', 'this is not a supported recording')
      if ((soundSeconds(body, mediaType) ?? 0) > SOUND_SECONDS)
        return refuse(413, 'too_large', 'a recording can be at most 30 minutes long')
      const found = await models.find('transcription', actor.user)
      if (!found.ok) return refuse(409, 'unavailable', found.why)
      const heard = await transcribe(
        host,
        found.maker,
        { bytes: body, mediaType, language: query.language },
        gone,
      )
      return heard.ok ? { text: heard.text, model: found.maker.id } : refuse(502, 'unavailable', heard.why)
    }),
    route(mediaRoutes.bytes, ({ params }) => bytesOf(studio, params.id)),
    route(mediaRoutes.facts, async ({ actor, params }) => {
      const found = await library.find(actor.user, params.id)
      return found === undefined ? refuse(404, 'not_found', GONE) : { media: found }
    }),
    route(mediaRoutes.keep, async ({ actor, params, body }) => {
      const kept = await library.keep(actor.user, params.id, body.kept)
      return kept === undefined ? refuse(404, 'not_found', GONE) : { media: kept }
    }),
    route(mediaRoutes.save, async ({ actor, params, body }) => {
      const thread =
        body.thread_id === undefined ? undefined : await host.store.threads.get(actor.user, body.thread_id)
      if (body.thread_id !== undefined && thread === undefined) return noSuchThread()
      const workspace = thread?.workspace ?? host.workspace
      const place = { workspace, cwd: workspace, home: host.home, own: host.own }
      const { resolved } = await subjectOf(body.path, place)
      if (!isInside(resolved, place))
        return refuse(403, 'outside', `\`${body.path}\` is outside the folder of this chat`)
      const tool = saveTool(studio, actor.user)
      const { state, text } = await actByHand(host, actor, {
        workspace,
        tool,
        args: { id: params.id, path: body.path },
      })
      return { state, text, path: body.path }
    }),
    route(mediaRoutes.remove, async ({ actor, params }) =>
      (await library.remove(actor.user, params.id)) ? DONE : refuse(404, 'not_found', GONE),
    ),
  ]
}

/** Pictures of messages, for the routes of older clients. */
function imageRoutesOf(host: Host, studio: Studio): readonly Route[] {
  return [
    route(imageRoutes.keep, async ({ actor, body, query }) => {
      const name = query.name ?? 'image'
      const kept = await host.images.keep(body, name)
      if (!kept.ok)
        return kept.code === 'too_large'
          ? refuse(413, 'too_large', kept.text)
          : refuse(400, 'bad_message', kept.text)
      const added = await studio.library.add(actor.user, body, { name, origin: 'sent' })
      return added.ok ? { image: kept.image } : refuse(507, 'unavailable', added.text)
    }),
    route(imageRoutes.bytes, ({ params }) => bytesOf(studio, params.id)),
  ]
}

/** Nothing in it may run in our page, whatever it is: its type is derived from its bytes, and it has no rights. */
async function bytesOf({ library }: Studio, id: string): Promise<Content | Refused> {
  const found = await library.read(id)
  if (!found) return refuse(404, 'not_found', 'there is no such picture; it may have been deleted')
  const name = fileName({ name: 'countersign', media_type: found.mediaType })
  return new Content(found.bytes, {
    'content-type': found.mediaType,
    'content-disposition': `inline; filename="${name}"`,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': 'private, max-age=31536000, immutable',
  })
}

/** The composer's preview before such a message is sent. */
async function quote(studio: Studio, user: UserId, text: string, asked: MediaGeneration) {
  const unknown: MediaPrice = { is: 'unknown' }
  const none = { model: null, service: null, host: null, price: unknown }
  if (asked.mode === 'chat') return { ...none, problem: null }
  const found = await studio.models.find(asked.mode, user, asked.model)
  if (!found.ok) return { ...none, problem: found.why }
  const { size = '1024x1024', quality = 'high', count = 1, from = [] } = asked
  const price =
    asked.mode === 'speech'
      ? priceOfSpeech(found.maker, text)
      : priceOfImage(found.maker, { prompt: text, size, quality, count, from: from.length })
  return { ...placeOf(found.maker), price, problem: (await studio.library.full(user)) ?? null }
}
