import { Dialog } from '@base-ui/react/dialog'
import { Button } from '../ui/Button.tsx'
import { KEYS, keyTexts } from './key-texts.ts'

/** The keys of the place one is in. */
export function KeysDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 bg-shade" />
        <Dialog.Popup className="fixed top-1/2 left-1/2 flex max-h-[80dvh] w-[min(34rem,calc(100vw-2rem))] -translate-1/2 flex-col gap-3 overflow-y-auto rounded-card border border-line bg-raised p-4 text-ink shadow-float">
          <Dialog.Title className="text-title font-semibold">{keyTexts.title}</Dialog.Title>
          <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1.5 text-label">
            {KEYS.map(([keys, does]) => (
              <div key={keys} className="contents">
                <dt className="font-mono">{keys}</dt>
                <dd className="text-ink-2">{does}</dd>
              </div>
            ))}
          </dl>
          <Dialog.Close render={<Button />}>{keyTexts.close}</Dialog.Close>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
