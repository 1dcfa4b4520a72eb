import { z } from 'zod'
import { defineBody } from './bodies.ts'
import { CallId, Instant, ThreadId } from './ids.ts'
import { ImageId } from './images.ts'
import { Quality } from './media-generation.ts'

/** Largest picture and longest sound that are stored, and the quota of one person. */
export const PICTURE_BYTES = 20_000_000
export const SOUND_BYTES = 25_000_000
export const SOUND_SECONDS = 1800
export const MEDIA_OF_PERSON = 5_000_000_000
/** Days after the last use until an item that nobody keeps is removed. */
export const MEDIA_DAYS = 90
/** Maximum length in characters of a prompt, and of a text to speak. */
export const MEDIA_TEXT = 4000
/** A picture or sound, identified by its content. */
export const MediaId = ImageId
export type MediaId = z.infer<typeof MediaId>

/** The price of something before it is bought. `unknown` is never shown as free. */
export const MediaPrice = z.discriminatedUnion('is', [
  z.object({ is: z.enum(['about', 'at_most']), usd: z.number().nonnegative() }),
  z.object({ is: z.enum(['free', 'unknown']) }),
])
export type MediaPrice = z.infer<typeof MediaPrice>

/** The price in words: `about $0.17`, `at most $0.02`, `free`, `unknown`. */
export function priceWords(price: MediaPrice): string {
  switch (price.is) {
    case 'about':
      return `about ${dollars(price.usd)}`
    case 'at_most':
      return `at most ${dollars(price.usd)}`
    case 'free':
      return 'free'
    case 'unknown':
      return 'unknown'
  }
}

function dollars(usd: number): string {
  return usd < 0.01 ? `$${usd.toFixed(4)}` : `$${usd.toFixed(2)}`
}

/** A picture or sound stored on the server; its bytes are at `GET /api/media/ID`. */
export const MediaView = z.object({
  id: MediaId,
  kind: z.enum(['picture', 'sound']),
  media_type: z.string().max(100),
  bytes: z.number().int().positive(),
  /** Pixels, for a picture. */
  width: z.number().int().positive().optional(),
  height: z.number().int().positive().optional(),
  /** For a sound, if its bytes say. */
  seconds: z.number().nonnegative().optional(),
  /** For people; not an address. */
  name: z.string(),
  /** `sent`: a person attached it. `made`: a call made it. */
  origin: z.enum(['sent', 'made']),
  /** The prompt, the drawing, or the spoken text. */
  text: z.string().nullable(),
  model: z.string().nullable(),
  price: MediaPrice.nullable(),
  thread_id: ThreadId.nullable(),
  call_id: CallId.nullable(),
  /** It stays until someone removes it. */
  kept: z.boolean(),
  created_at: Instant,
  used_at: Instant,
})
export type MediaView = z.infer<typeof MediaView>

export const DrawingKind = z.enum(['svg', 'mermaid', 'dot', 'vega_lite'])

/** The maker, the price and the destination. */
const maker = {
  /** Null: made here, without a model. */
  model: z.string().nullable(),
  service: z.string(),
  /** The host that the text is sent to; null: nothing leaves this machine. */
  host: z.string().nullable(),
  price: MediaPrice,
  /** The workspace file that is written; null: it is only stored. */
  path: z.string().nullable(),
  /** Bytes of the file that would be replaced. */
  overwrites: z.number().int().optional(),
}

/** The card of a picture to be made. */
export const imageBody = defineBody({
  kind: 'media.image',
  about: 'a picture to make: prompt or drawing, model, size, count, price, and where it goes',
  data: z.object({
    ...maker,
    prompt: z.string().nullable(),
    drawing: z.object({ kind: DrawingKind, text: z.string() }).nullable(),
    size: z.string().nullable(),
    quality: Quality.nullable(),
    count: z.number().int(),
    from: z.array(MediaId),
  }),
})

/** The card of a text to be spoken. */
export const speechBody = defineBody({
  kind: 'media.speech',
  about: 'a text to speak: model, voice, price, and where it goes',
  data: z.object({
    ...maker,
    text: z.string(),
    voice: z.string().nullable(),
    language: z.string().nullable(),
    format: z.string(),
  }),
})

/** The card of a stored item that a person copies into the workspace. */
export const saveBody = defineBody({
  kind: 'media.save',
  about: 'a picture or sound to write into the workspace',
  data: z.object({
    id: MediaId,
    path: z.string(),
    bytes: z.number().int(),
    overwrites: z.number().int().optional(),
  }),
})
