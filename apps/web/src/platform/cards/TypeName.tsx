import { useId } from 'react'
import { Visible } from '../../ui/Visible.tsx'
import { texts } from './texts.ts'
import type { CardControl } from './use-card.ts'

/** For a deletion the person types the last segment of the path; pasting is allowed. */
export function TypeName({ name, card }: { name: string; card: CardControl }) {
  const id = useId()
  return (
    <span className="flex flex-wrap items-center gap-2">
      <label htmlFor={id} className="text-label" aria-label={texts.typeLabel(name)}>
        {texts.typeToAllow}{' '}
        <code className="rounded-mark bg-ground px-1 font-mono">
          <Visible text={name} ends />
        </code>{' '}
        {texts.toAllow}
      </label>
      <input
        id={id}
        aria-label={texts.typeLabel(name)}
        value={card.typed}
        onChange={(event) => card.setTyped(event.target.value)}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        className="min-h-control w-36 rounded-control border border-line-strong bg-ground px-2 font-mono text-field"
      />
    </span>
  )
}
