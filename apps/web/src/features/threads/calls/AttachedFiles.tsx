import { attachedImage, type AttachmentView } from '@countersign/protocol'
import { size } from '../../../ui/times.ts'
import { Visible } from '../../../ui/Visible.tsx'

/** Files of a result that this page cannot draw: each by its name. */
export function AttachedFiles({ attachments }: { attachments: readonly AttachmentView[] }) {
  const files = attachments.filter((one) => attachedImage(one) === undefined)
  if (files.length === 0) return null
  return (
    <ul className="text-hint text-ink-3">
      {files.map(({ id, name, mime, bytes }, index) => (
        // The same file may occur twice.
        <li key={`${index} ${id}`}>
          <Visible text={name} /> · {mime} · {size(bytes)}
        </li>
      ))}
    </ul>
  )
}
