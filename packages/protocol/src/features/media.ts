import { z } from 'zod'
import { defineRoute } from '../contract.ts'
import { ThreadId } from '../ids.ts'
import { MediaGeneration } from '../media-generation.ts'
import { MediaId, MediaPrice, MediaView, SOUND_BYTES } from '../media.ts'

/** A model that makes pictures, speech or transcripts, as it can be chosen: `service/model`. */
export const MediaModel = z.object({
  id: z.string(),
  name: z.string(),
  service: z.string(),
  /** Nothing leaves this machine. */
  local: z.boolean(),
})
export type MediaModel = z.infer<typeof MediaModel>

const Chosen = z.object({
  /** Set by the person; null: chosen automatically. */
  set: z.string().nullable(),
  /** The model in use; null: there is none. */
  used: z.string().nullable(),
  /** Why there is none, and what to do. */
  problem: z.string().nullable(),
  models: z.array(MediaModel),
})

/** The model for each kind of media. */
export const MediaModels = z.object({ image: Chosen, speech: Chosen, transcription: Chosen })
export type MediaModels = z.infer<typeof MediaModels>

/** The setting that assigns models to kinds of media; its value is a `MediaChoice`. */
export const MEDIA_MODELS = 'media_models'
export const MediaChoice = z.object({
  image: z.string().min(1).max(200).nullable(),
  speech: z.string().min(1).max(200).nullable(),
  transcription: z.string().min(1).max(200).nullable(),
})
export type MediaChoice = z.infer<typeof MediaChoice>

const id = z.object({ id: MediaId })

/** Stored pictures and sounds, and the models that make them. */
export const mediaRoutes = {
  list: defineRoute({
    method: 'GET',
    path: '/api/media',
    needs: 'read',
    about: 'stored pictures and sounds, newest first',
    query: z.object({
      kind: z.enum(['picture', 'sound']).optional(),
      limit: z.coerce.number().int().min(1).max(200).default(50),
      before: z.coerce.number().int().optional(),
    }),
    reply: z.object({ media: z.array(MediaView), bytes: z.number().int(), limit: z.number().int() }),
  }),
  models: defineRoute({
    method: 'GET',
    path: '/api/media/models',
    needs: 'read',
    about: 'which models make pictures, speech and transcripts, and which can be chosen',
    reply: MediaModels,
  }),
  quote: defineRoute({
    method: 'POST',
    path: '/api/media/quote',
    needs: 'read',
    about: 'the model and price of a message with `media_generation`, before it is sent; nothing is made',
    body: z.object({ text: z.string().max(100_000), media_generation: MediaGeneration }),
    reply: z.object({
      model: z.string().nullable(),
      service: z.string().nullable(),
      host: z.string().nullable(),
      price: MediaPrice,
      /** Why it cannot be made; null: it can. */
      problem: z.string().nullable(),
    }),
  }),
  transcribe: defineRoute({
    method: 'POST',
    path: '/api/media/transcribe',
    needs: 'person',
    about: 'transcribes a recording, which is not stored',
    query: z.object({ language: z.string().min(2).max(35).optional() }),
    file: 'audio/*',
    limit: SOUND_BYTES,
    reply: z.object({ text: z.string(), model: z.string() }),
  }),
  bytes: defineRoute({
    method: 'GET',
    path: '/api/media/:id',
    needs: 'read',
    about: 'the bytes of a picture or a sound',
    params: id,
  }),
  facts: defineRoute({
    method: 'GET',
    path: '/api/media/:id/facts',
    needs: 'read',
    about: 'details of a picture or a sound',
    params: id,
    reply: z.object({ media: MediaView }),
  }),
  keep: defineRoute({
    method: 'PUT',
    path: '/api/media/:id/kept',
    needs: 'person',
    about: 'keeps something until it is removed, or lets it expire 90 days after its last use',
    params: id,
    body: z.object({ kept: z.boolean() }),
    reply: z.object({ media: MediaView }),
  }),
  save: defineRoute({
    method: 'POST',
    path: '/api/media/:id/save',
    needs: 'person',
    about: 'writes a picture or a sound into the workspace of a chat, by hand',
    params: id,
    body: z.object({ thread_id: ThreadId.optional(), path: z.string().min(1).max(1000) }),
    reply: z.object({ state: z.string(), text: z.string(), path: z.string() }),
  }),
  remove: defineRoute({
    method: 'DELETE',
    path: '/api/media/:id',
    needs: 'person',
    about: 'removes a picture or a sound; messages that showed it say that it is gone',
    params: id,
    reply: z.object({ ok: z.literal(true) }),
  }),
}
