import type { ImageId } from '@countersign/protocol'
import { FileText, X } from 'lucide-react'
import { fetchImage } from '../../../data/api-images.ts'
import { size } from '../../../ui/times.ts'
import { useImage } from '../../../ui/use-image.ts'
import { Visible } from '../../../ui/Visible.tsx'
import type { Attachment } from './attachments.ts'
import { AttachmentUses } from './AttachmentUses.tsx'
import { texts } from './texts.ts'
import type { Attachments } from './use-attachments.ts'

/** Attached files, each with a way to remove it. */
export function AttachmentChips({ attachments }: { attachments: Attachments }) {
  return (
    <ul aria-label={texts.attached} className="flex flex-wrap gap-2">
      {attachments.files.map((file, index) => (
        <li
          key={`${file.name} ${index}`}
          className="flex items-center gap-1.5 rounded-control border border-line bg-raised ps-2 text-label"
        >
          {file.kind === 'image' ? (
            <Thumbnail id={file.image.id} />
          ) : (
            <FileText size={14} aria-hidden="true" className="text-ink-3" />
          )}
          <span className="max-w-56 truncate">
            <Visible text={file.name} />
          </span>
          <span className="text-hint text-ink-3">
            {size(file.kind === 'image' ? file.image.bytes : file.text.length)}
          </span>
          <AttachmentUses name={file.name} read={() => contentOf(file)} />
          <button
            type="button"
            aria-label={texts.leaveOut(file.name)}
            onClick={() => attachments.remove(index)}
            className="flex size-6 items-center justify-center"
          >
            <X size={14} aria-hidden="true" />
          </button>
        </li>
      ))}
      {attachments.refused.map((file, index) => (
        <li
          key={`${file.name} ${index}`}
          className="flex items-center gap-1.5 rounded-control border border-dashed border-line ps-2 text-label text-ink-2"
        >
          <span className="max-w-56 truncate">
            <Visible text={file.name} />
          </span>
          <span className="text-hint">{texts.staysOut}</span>
          <AttachmentUses name={file.name} read={() => Promise.resolve(file)} />
        </li>
      ))}
    </ul>
  )
}

async function contentOf(file: Attachment): Promise<Blob> {
  return file.kind === 'text' ? new Blob([file.text]) : ((await fetchImage(file.image.id)) ?? new Blob())
}

function Thumbnail({ id }: { id: ImageId }) {
  return <img src={useImage(id)} alt="" className="-ms-1 h-8 w-10 rounded-mark object-cover" />
}
