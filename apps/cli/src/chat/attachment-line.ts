import type { AttachmentView } from '@countersign/protocol'
import { visibleLine } from './visible.ts'

/** How many characters of an id tell it from others. */
const SHORT = 16

/** A file that a terminal cannot show: its size, and how to get it. */
export function attachmentLine({ id, name, width, height, seconds }: AttachmentView): string {
  const size =
    width !== undefined && height !== undefined
      ? `, ${width}×${height}`
      : seconds === undefined
        ? ''
        : `, ${Math.round(seconds)} s`
  return `${visibleLine(name)}${size}: countersign media save ${visibleLine(id.slice(0, SHORT))} FILE`
}
