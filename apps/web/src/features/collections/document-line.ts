import type { DocumentView } from '@countersign/protocol'
import { size, thousands } from '../../ui/times.ts'

const ONE: Readonly<Record<string, string>> = {
  pages: 'page',
  slides: 'slide',
  sheets: 'sheet',
  rows: 'row',
  lines: 'line',
  messages: 'message',
  chapters: 'chapter',
}

/** `88 pages`, or its size where it has no parts. */
export function partsText({
  parts,
  parts_of: of,
  bytes,
}: Pick<DocumentView, 'parts' | 'parts_of' | 'bytes'>): string {
  if (parts === 0 || of === '') return size(bytes)
  return `${thousands(parts)} ${parts === 1 ? (ONE[of] ?? of) : of}`
}
