import type { Clock } from '@countersign/agent'
import { IMAGE_BYTES, IMAGE_SIDE, ImageId, type ImageView } from '@countersign/protocol'
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { writeWhole } from '../tools/checkpoints/write-whole.ts'
import { errorCode } from '../tools/files/error-code.ts'
import { imageSize, imageType, type MediaType } from './image-facts.ts'

export type KeptImage =
  | { readonly ok: true; readonly image: ImageView }
  /** `text` says what to do about it. */
  | { readonly ok: false; readonly code: 'not_an_image' | 'too_large'; readonly text: string }

/** Pictures that models look at, by their content, in the data folder. */
export interface ImageStore {
  /** Keeps a picture, if it is one that models can take. */
  keep(bytes: Buffer, name: string): Promise<KeptImage>
  /** Undefined: it is not there, or no longer. */
  read(id: ImageId): Promise<{ readonly bytes: Buffer; readonly mediaType: MediaType } | undefined>
  /** What is known of a picture that is there. */
  look(id: ImageId, name: string): Promise<ImageView | undefined>
  /** Removes what nobody used for this long. */
  prune(): Promise<void>
}

/** Milliseconds that a picture is kept after it was last used. */
const KEEP_FOR = 90 * 24 * 60 * 60_000
/** Most characters of a name. */
const NAME = 300

export function imageStore(folder: string, clock: Clock): ImageStore {
  const pathOf = (id: ImageId) => join(folder, id)

  async function read(id: ImageId): ReturnType<ImageStore['read']> {
    // An id is a name in the folder: nothing else may become one.
    if (!ImageId.safeParse(id).success) return undefined
    try {
      const bytes = await readFile(pathOf(id))
      const mediaType = imageType(bytes)
      return mediaType === undefined || idOf(bytes) !== id ? undefined : { bytes, mediaType }
    } catch (cause) {
      if (errorCode(cause) === 'ENOENT') return undefined
      throw cause
    }
  }

  return {
    read,
    async keep(bytes, name) {
      const seen = viewOf(bytes, name)
      if (!seen.ok) return seen
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeWhole(pathOf(seen.image.id), bytes)
      return seen
    },
    async look(id, name) {
      const found = await read(id)
      if (!found) return undefined
      const seconds = clock.now() / 1000
      await utimes(pathOf(id), seconds, seconds)
      const seen = viewOf(found.bytes, name)
      return seen.ok ? seen.image : undefined
    },
    async prune() {
      for (const name of await namesIn(folder)) {
        const path = join(folder, name)
        const found = await stat(path).catch(() => undefined)
        if (found && clock.now() - found.mtimeMs > KEEP_FOR) await rm(path, { force: true })
      }
    },
  }
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder)
  } catch (cause) {
    if (errorCode(cause) === 'ENOENT') return []
    throw cause
  }
}

function viewOf(bytes: Buffer, name: string): KeptImage {
  const type = imageType(bytes)
  const size = type && imageSize(bytes, type)
  if (!type || !size)
    return {
      ok: false,
      code: 'not_an_image',
      text: `\`${name}\` is no PNG, JPEG, GIF or WebP that can be read`,
    }
  const { width, height } = size
  if (bytes.length > IMAGE_BYTES || Math.max(width, height) > IMAGE_SIDE)
    return {
      ok: false,
      code: 'too_large',
      text: `\`${name}\` is an image (${type}, ${width}×${height}, ${bytes.length} bytes) that is too large to be looked at: at most ${IMAGE_BYTES} bytes and ${IMAGE_SIDE} pixels a side; make a smaller copy and look at that`,
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

function idOf(bytes: Buffer): ImageId {
  return `img_${createHash('sha256').update(bytes).digest('hex')}`
}

/** A picture in words: for models that cannot look, and for people who read. */
export function imageText({ name, media_type, width, height, bytes }: ImageView): string {
  return `${name} is an image (${media_type}, ${width}×${height}, ${bytes} bytes).`
}
