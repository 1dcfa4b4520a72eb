import { HardDrive, KeyRound, Undo2 } from 'lucide-react'
import { Mark } from '../../ui/Mark.tsx'
import type { MarkState } from '../../ui/Mark.tsx'
import { featureTexts } from './feature-texts.ts'
import { pitchTexts } from './pitch-texts.ts'
import { texts } from './texts.ts'

const STEPS: readonly (readonly [MarkState | null, keyof typeof pitchTexts.steps])[] = [
  [null, 'proposes'],
  ['waits', 'waits'],
  ['signed', 'signed'],
]

const PROMISES = [
  [HardDrive, pitchTexts.promises.here],
  [KeyRound, pitchTexts.promises.keys],
  [Undo2, pitchTexts.promises.undo],
] as const

/** A description of the product, next to the choices. A narrow screen shows only the name. */
export function Pitch() {
  return (
    <div className="flex flex-col mx-auto w-full max-w-[56rem] px-4 pt-6 min-[75rem]:mx-0 min-[75rem]:w-104 min-[75rem]:shrink-0 min-[75rem]:border-e min-[75rem]:border-line min-[75rem]:bg-ground min-[75rem]:px-12 min-[75rem]:py-16">
      <div className="flex items-center gap-4">
        <span className="text-accent">
          <Mark state="signed" size={44} tone="inherit" />
        </span>
        <div>
          <h1 className="text-page font-semibold">{featureTexts.product}</h1>
          <p className="text-ink-2">{texts.line}</p>
        </div>
      </div>
      <ol className="mt-12 hidden flex-col gap-7 min-[75rem]:flex">
        {STEPS.map(([state, step]) => (
          <li key={step} className="flex gap-5">
            <span className="pt-1 text-accent">
              {state === null ? <ShortStroke /> : <Mark state={state} size={22} tone="inherit" />}
            </span>
            <div>
              <p className="font-semibold">{pitchTexts.steps[step].title}</p>
              <p className="text-ink-2">{pitchTexts.steps[step].line}</p>
            </div>
          </li>
        ))}
      </ol>
      <Example />
      <ul className="mt-auto hidden flex-col gap-3 border-t border-line pt-5 text-label min-[75rem]:flex">
        {PROMISES.map(([Icon, promise]) => (
          <li key={promise} className="flex items-center gap-3">
            <Icon size={14} aria-hidden="true" className="text-ink-3" />
            {promise}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The mark of a call that nobody has seen yet. */
function ShortStroke() {
  return (
    <svg width={22} height={22} viewBox="0 0 16 16" fill="none" stroke="currentColor" aria-hidden="true">
      <path d="M2 9l4 4" strokeWidth={2} strokeLinecap="round" />
    </svg>
  )
}

/** A settled call, as drawn in a chat. */
function Example() {
  const { title, verb, command, result, proposed, signed } = pitchTexts.example
  return (
    <figure className="my-10 hidden flex-col gap-2 min-[75rem]:flex">
      <figcaption className="text-label text-ink-3">{title}</figcaption>
      <div className="flex flex-col gap-1 rounded-card border border-line bg-raised px-3 py-2">
        <p className="flex items-center gap-2">
          <Mark state="signed" />
          <span className="text-label font-semibold">{verb}</span>
          <code className="font-mono text-code">{command}</code>
          <span className="ms-auto text-hint text-ink-3">{result}</span>
        </p>
        <p className="flex flex-wrap gap-x-5 text-hint text-ink-2">
          <span>{proposed}</span>
          <span>{signed}</span>
        </p>
      </div>
    </figure>
  )
}
