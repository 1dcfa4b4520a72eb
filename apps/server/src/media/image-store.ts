import {
  IMAGE_BYTES,
  IMAGE_SIDE,
  ImageId,
  MEDIA_DAYS,
  type ImageView,
  type MediaId,
} from '@countersign/protocol'
import { hashOf, type ContentFiles } from '../platform/files/content-files.ts'
import type { FilesSpec } from '../platform/files/files.ts'
import { imageSize, imageType, type MediaType } from './image-facts.ts'

export type KeptImage =
  | { readonly ok: true; readonly image: ImageView }
  /** `text` says how to fix it. */
  | { readonly ok: false; readonly code: 'not_an_image' | 'too_large'; readonly text: string }

/** Pictures for models, by content, in the data folder. */
export interface ImageStore {
  /** Stores a picture if models can accept it. */
  keep(bytes: Buffer, name: string): Promise<KeptImage>
  /** Undefined: it is not stored, or no longer. */
  read(id: ImageId): Promise<{ readonly bytes: Buffer; readonly mediaType: MediaType } | undefined>
  /** The facts of a stored picture. */
  look(id: ImageId, name: string): Promise<ImageView | undefined>
}

/** Milliseconds that a picture is kept after its last use. */
const KEEP_FOR = MEDIA_DAYS * 24 * 60 * 60_000

/** The folder of pictures and sounds. Rows of the feature say which of them stay longer. */
export const MEDIA_FILES: FilesSpec = { folder: 'media', keepFor: KEEP_FOR, backup: true }

/** The folder in which older versions stored pictures. Nothing new is stored there. */
export const IMAGE_FILES: FilesSpec = {
  folder: 'images',
  keepFor: KEEP_FOR,
  backup: true,
  olderName: (hash) => `img_${hash}`,
}

const PREFIX = 'med_'
/** Maximum length of a name. */
const NAME = 300

/** `older`: the folder of earlier versions. */
export function imageStore(files: ContentFiles, older: ContentFiles): ImageStore {
  async function read(id: ImageId): ReturnType<ImageStore['read']> {
    const bytes = (await files.get(hashIn(id))) ?? (await older.get(hashIn(id)))
    const mediaType = bytes && imageType(bytes)
    return bytes === undefined || mediaType === undefined ? undefined : { bytes, mediaType }
  }

  return {
    read,
    async keep(bytes, name) {
      const seen = viewOf(bytes, name)
      if (seen.ok) await files.put(bytes, { hash: hashIn(seen.image.id) })
      return seen
    },
    async look(id, name) {
      const found = await read(id)
      if (!found) return undefined
      if (!(await files.touch(hashIn(id)))) await older.touch(hashIn(id))
      const seen = viewOf(found.bytes, name)
      return seen.ok ? seen.image : undefined
    },
  }
}

/** Empty, which matches no content, for an invalid id. */
export function hashIn(id: MediaId): string {
  return ImageId.safeParse(id).success ? id.slice(PREFIX.length) : ''
}

function viewOf(bytes: Buffer, name: string): KeptImage {
  const type = imageType(bytes)
  const size = type && imageSize(bytes, type)
  if (!type || !size)
    return {
      ok: false,
      code: 'not_an_image',
      text: `\`${name}\` is not a readable PNG, JPEG, GIF or WebP`,
    }
  const { width, height } = size
  if (bytes.length > IMAGE_BYTES || Math.max(width, height) > IMAGE_SIDE)
    return {
      ok: false,
      code: 'too_large',
      text: `\`${name}\` is an image (${type}, ${width}×${height}, ${bytes.length} bytes) that is too large to view: at most ${IMAGE_BYTES} bytes and ${IMAGE_SIDE} pixels per side; make a smaller copy and view that`,
    }
  return {
    ok: true,
    image: {
      id: idOf(bytes),
      media_type: type,
      bytes: bytes.length,
      width,
      height,
      name: name.slice(0, NAME),
    },
  }
}

function idOf(bytes: Buffer): MediaId {
  return `${PREFIX}${hashOf(bytes)}`
}

/** A picture in words: for models without vision, and for people who read. */
export function imageText({ name, media_type, width, height, bytes }: ImageView): string {
  return `${name} is an image (${media_type}, ${width}×${height}, ${bytes} bytes).`
}
