import { Suspense } from 'react'
import { useFeatures } from '../../../platform/features-context.ts'

/** The buttons that features offer for an attached file, before and after the message was sent. */
export function AttachmentUses({ name, read }: { name: string; read: () => Promise<Blob> }) {
  const features = useFeatures()
  return (
    <Suspense>
      {features.map(({ name: feature, attached: Use }) =>
        Use === undefined ? null : <Use key={feature} name={name} read={read} />,
      )}
    </Suspense>
  )
}
