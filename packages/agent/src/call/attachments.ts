import { attachedImage, imageAttachment, type AttachmentView, type ImageView } from '@countersign/protocol'
import type { CallResult } from './call.ts'

/** A stored result: earlier versions kept pictures in `images`. */
type KeptResult = Pick<CallResult, 'attachments'> & { readonly images?: readonly ImageView[] }

/** All attachments of a result. */
export function attachmentsOf({ attachments, images = [] }: KeptResult): readonly AttachmentView[] {
  return attachments ?? images.map(imageAttachment)
}

/** A result as a model reads it: pictures to look at, and a line for every other file. */
export function readableResult(result: KeptResult & Pick<CallResult, 'text'>): {
  readonly text: string
  readonly images?: readonly ImageView[]
} {
  const attached = attachmentsOf(result)
  if (attached.length === 0) return { text: result.text }
  const images = attached.flatMap((one) => attachedImage(one) ?? [])
  const files = attached.filter((one) => attachedImage(one) === undefined).map(fileLine)
  const text = [result.text, ...files].join('\n')
  return images.length === 0 ? { text } : { text, images }
}

function fileLine({ name, mime, bytes }: AttachmentView): string {
  return `[file ${name}: ${mime}, ${bytes} bytes]`
}
