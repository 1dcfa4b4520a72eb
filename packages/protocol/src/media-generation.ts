import { z } from 'zod'
import { ImageId } from './images.ts'

/** Most pictures of one call. */
export const MEDIA_COUNT = 4

export const Quality = z.enum(['low', 'medium', 'high'])

/** A message that asks for a picture or for speech instead of an answer. `chat` is an ordinary message. */
export const MediaGeneration = z.object({
  mode: z.enum(['chat', 'image', 'speech']),
  model: z.string().min(1).max(200).optional(),
  /** For a picture. */
  size: z
    .string()
    .regex(/^\d{2,4}x\d{2,4}$/)
    .optional(),
  quality: Quality.optional(),
  count: z.number().int().min(1).max(MEDIA_COUNT).optional(),
  /** Pictures to start from. */
  from: z.array(ImageId).max(4).optional(),
  /** For speech. */
  voice: z.string().min(1).max(100).optional(),
  language: z.string().min(2).max(35).optional(),
  format: z.enum(['mp3', 'wav']).optional(),
})
export type MediaGeneration = z.infer<typeof MediaGeneration>
