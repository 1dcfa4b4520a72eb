import { Link } from 'wouter'
import { chordText } from '../../platform/keys/keymap.ts'
import { useKeymap } from '../../platform/keys/use-keymap.ts'
import { Button } from '../../ui/Button.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { keyTexts } from './key-texts.ts'

/** The keys of the current place. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const keymap = useKeymap()
  return (
    <Sheet title={keyTexts.title} onClose={onClose}>
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1.5 text-label">
        {keymap.acts.map(({ id, place, does }) => (
          <div key={id} className="contents">
            <dt className="font-mono">{chordText(keymap.chordFor(id))}</dt>
            <dd className="text-ink-2">{place === 'card' ? keyTexts.onCard(does) : does}</dd>
          </div>
        ))}
      </dl>
      <div className="flex flex-wrap gap-2">
        <Button onClick={onClose}>{keyTexts.close}</Button>
        <Link
          href="/settings/keyboard"
          onClick={onClose}
          className="flex min-h-control items-center px-2 text-label font-semibold"
        >
          {keyTexts.change}
        </Link>
      </div>
    </Sheet>
  )
}
