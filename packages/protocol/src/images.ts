import { z } from 'zod'

/** Limits of a picture: bytes, and pixels per side. Models refuse or shrink larger ones. */
export const IMAGE_BYTES = 3_750_000
export const IMAGE_SIDE = 8000
/** Maximum number of pictures in one message. */
export const IMAGES_OF_MESSAGE = 10

/** A picture, identified by its content: the same bytes are the same picture. Ids that begin with `img_` come from older versions. */
export const ImageId = z.string().regex(/^(?:img|med)_[0-9a-f]{64}$/)
export type ImageId = z.infer<typeof ImageId>

/** A picture stored on the server; its bytes are at `GET /api/images/ID`. */
export const ImageView = z.object({
  id: ImageId,
  media_type: z.enum(['image/png', 'image/jpeg', 'image/gif', 'image/webp']),
  bytes: z.number().int().positive(),
  /** Pixels. */
  width: z.number().int().positive(),
  height: z.number().int().positive(),
  /** A file name or path, for people; not an address. */
  name: z.string(),
})
export type ImageView = z.infer<typeof ImageView>

/** Something that belongs to a call's result. A client that does not know its `kind` shows a file with a name. */
export const AttachmentView = z.object({
  /** `image`, `sound`, and more in the future. */
  kind: z.string().min(1).max(40),
  /** Its id, for the feature that stores it. */
  id: z.string().max(200),
  mime: z.string().max(200),
  bytes: z.number().int().nonnegative(),
  /** A file name or path, for people; not an address. */
  name: z.string(),
  /** Pixels, for a picture. */
  width: z.number().int().positive().optional(),
  height: z.number().int().positive().optional(),
  /** For a sound. */
  seconds: z.number().nonnegative().optional(),
})
export type AttachmentView = z.infer<typeof AttachmentView>

export function imageAttachment({ media_type: mime, ...image }: ImageView): AttachmentView {
  return { kind: 'image', mime, ...image }
}

/** The attachment as a picture. Undefined: a client could not draw it as one. */
export function attachedImage({ kind, mime: media_type, ...rest }: AttachmentView): ImageView | undefined {
  if (kind !== 'image') return undefined
  const image = ImageView.safeParse({ ...rest, media_type })
  return image.success ? image.data : undefined
}
