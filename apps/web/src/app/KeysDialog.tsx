import { Button } from '../ui/Button.tsx'
import { Sheet } from '../ui/Sheet.tsx'
import { KEYS, keyTexts } from './key-texts.ts'

/** The keys of the place one is in. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <Sheet title={keyTexts.title} onClose={onClose}>
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1.5 text-label">
        {KEYS.map(([keys, does]) => (
          <div key={keys} className="contents">
            <dt className="font-mono">{keys}</dt>
            <dd className="text-ink-2">{does}</dd>
          </div>
        ))}
      </dl>
      <Button onClick={onClose}>{keyTexts.close}</Button>
    </Sheet>
  )
}
