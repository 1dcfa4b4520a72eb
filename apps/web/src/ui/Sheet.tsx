import { Dialog } from '@base-ui/react/dialog'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'

/** A dialog: nothing behind it can be answered. */
export function Sheet({
  title,
  wide = false,
  onClose,
  children,
}: {
  title: string
  /** Wide enough for text that is read line by line. */
  wide?: boolean
  onClose: () => void
  children: ReactNode
}) {
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 bg-shade" />
        <Dialog.Popup
          className={cx(
            'fixed top-1/2 left-1/2 flex max-h-[80dvh] -translate-1/2 flex-col gap-3 overflow-y-auto rounded-card border border-line bg-raised p-4 text-ink shadow-float',
            wide ? 'w-[min(54rem,calc(100vw-2rem))]' : 'w-[min(34rem,calc(100vw-2rem))]',
          )}
        >
          <Dialog.Title className="text-title font-semibold">{title}</Dialog.Title>
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
