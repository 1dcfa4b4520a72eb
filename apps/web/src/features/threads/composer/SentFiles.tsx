import type { ImageView } from '@countersign/protocol'
import { FileText } from 'lucide-react'
import { fetchImage } from '../../../data/api-images.ts'
import { Visible } from '../../../ui/Visible.tsx'
import { AttachmentUses } from './AttachmentUses.tsx'
import { sentFiles } from './sent-files.ts'
import { texts } from './texts.ts'

/** The files of a sent message, each with its remaining actions. */
export function SentFiles({ text, images }: { text: string; images: readonly ImageView[] }) {
  const files = [
    ...sentFiles(text).map((file) => ({
      name: file.name,
      read: () => Promise.resolve(new Blob([file.text])),
    })),
    ...images.map(({ id, name }) => ({ name, read: async () => (await fetchImage(id)) ?? new Blob() })),
  ]
  if (files.length === 0) return null
  return (
    <ul aria-label={texts.sent} className="mt-2 flex flex-wrap gap-2 font-normal">
      {files.map(({ name, read }, index) => (
        <li
          key={`${name} ${index}`}
          className="flex items-center gap-1.5 rounded-control border border-line bg-raised ps-2 text-label"
        >
          <FileText size={14} aria-hidden="true" className="text-ink-3" />
          <span className="max-w-56 truncate">
            <Visible text={name} />
          </span>
          <AttachmentUses name={name} read={read} />
        </li>
      ))}
    </ul>
  )
}
