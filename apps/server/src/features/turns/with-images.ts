import {
  readParts,
  walkParts,
  type ChatProvider,
  type PromptImage,
  type PromptMessage,
  type ReadParts,
} from '@countersign/agent'
import { IMAGE_BYTES } from '@countersign/protocol'
import type { ImageStore } from '../../media/image-store.ts'

/** Limits of one request: bytes of pictures, and their number; the newest have priority. */
const REQUEST_BYTES = 15_000_000
const REQUEST_IMAGES = 20

/**
 * Wraps a model with the bytes of the pictures that its messages name. For a model without vision, a missing picture, or too many pictures,
 * a note in words is sent.
 */
export function withImages(provider: ChatProvider, images: Pick<ImageStore, 'read'>): ChatProvider {
  const store = provider.capabilities?.images === false ? undefined : images
  const read: ReadParts = async (request, signal, take) => {
    const has = request.messages.some((message) => imagesOf(message).length > 0)
    const asked = has ? { ...request, messages: await filled(request.messages, store) } : request
    await readParts(provider, asked, signal, take)
  }
  return { ...provider, read, stream: (request, signal) => walkParts(read, request, signal) }
}

function imagesOf(message: PromptMessage): readonly PromptImage[] {
  return 'images' in message ? (message.images ?? []) : []
}

async function filled(
  messages: readonly PromptMessage[],
  store: Pick<ImageStore, 'read'> | undefined,
): Promise<readonly PromptMessage[]> {
  const rest = { bytes: REQUEST_BYTES, count: store === undefined ? 0 : REQUEST_IMAGES }
  const done: PromptMessage[] = []
  for (const message of messages.toReversed()) done.push(await shown(message, store, rest))
  return done.toReversed()
}

async function shown(
  message: PromptMessage,
  store: Pick<ImageStore, 'read'> | undefined,
  rest: { bytes: number; count: number },
): Promise<PromptMessage> {
  if (message.role !== 'user' && message.role !== 'tool') return message
  const { images = [] } = message
  if (images.length === 0) return message
  const seen: PromptImage[] = []
  const told: string[] = []
  for (const image of images) {
    const fits = rest.count > 0 && image.bytes <= Math.min(rest.bytes, IMAGE_BYTES)
    const found = fits ? await store?.read(image.id) : undefined
    if (found) {
      rest.count -= 1
      rest.bytes -= image.bytes
      seen.push({ ...image, data: found.bytes })
    } else told.push(words(image, store === undefined ? 'you cannot see images' : why(fits)))
  }
  const text = [message.text, ...told].filter((part) => part !== '').join('\n')
  return { ...message, text, images: seen }
}

function why(fits: boolean): string {
  return fits ? 'it is no longer stored' : 'it is left out to save space; read it again to see it'
}

function words({ name, media_type, width, height }: PromptImage, because: string): string {
  return `[image ${name}: ${media_type}, ${width}×${height} pixels; ${because}]`
}
