import type { ChangePart } from '@countersign/protocol'
import { partNames } from '@countersign/protocol/client'
import type { PartName } from '@countersign/protocol/client'
import { useId, useMemo } from 'react'
import { cx } from '../../ui/cx.ts'
import { Visible } from '../../ui/Visible.tsx'
import { partsAnswerTexts } from './parts-answer-texts.ts'
import { partsTexts } from './parts-texts.ts'
import type { PartsChoice as Choice } from './use-parts-choice.ts'
import { wantsAll, wantsNothing } from './use-parts-choice.ts'

export interface PartsChoiceProps {
  readonly choice: Choice
  /** An answer was given; the ticks show which parts it named. */
  readonly given?: boolean
  /** True if the page scrolls instead of the list. */
  readonly tall?: boolean
}

/** A checkbox for each part of a change, and how many are ticked. It is below the change, which shows all parts. */
export function PartsChoice({ choice, given = false, tall = false }: PartsChoiceProps) {
  const id = useId()
  const { body, parts, signed, toggle } = choice
  const names = useMemo(() => (body.kind === 'write' ? partNames(body, parts) : []), [body, parts])
  if (parts.length === 0) return null
  return (
    <fieldset
      aria-describedby={`${id}-hint`}
      disabled={given}
      data-parts=""
      className="flex min-w-0 flex-col rounded-control border border-line bg-ground"
    >
      <legend className="sr-only">{partsTexts.legend}</legend>
      <div className="flex flex-wrap items-baseline gap-x-3 border-b border-line px-3 py-1.5 text-hint">
        <output className={cx('font-semibold', wantsAll(choice) ? 'text-ink-2' : 'text-wait')}>
          {partsTexts.chosen(signed, parts.length)}
        </output>
        <span id={`${id}-hint`} className="text-ink-3">
          {wantsNothing(choice) ? partsAnswerTexts.none : partsTexts.hint}
        </span>
      </div>
      <ul className={cx('py-1', !tall && 'max-h-60 overflow-y-auto')}>
        {parts.map((part, index) => (
          <PartRow
            key={part.id}
            part={part}
            name={names[index] ?? null}
            number={index + 1}
            ticked={signed.includes(part.id)}
            onToggle={() => toggle(part.id)}
          />
        ))}
      </ul>
    </fieldset>
  )
}

interface PartRowProps {
  readonly part: ChangePart
  readonly name: PartName | null
  readonly number: number
  readonly ticked: boolean
  readonly onToggle: () => void
}

function PartRow({ part, name, number, ticked, onToggle }: PartRowProps) {
  return (
    <li>
      <label className="flex min-h-7 items-center gap-3 px-3 py-0.5 text-label coarse:min-h-11.5">
        <input
          type="checkbox"
          className="size-4 shrink-0 accent-accent coarse:size-5"
          checked={ticked}
          aria-label={partsTexts.part(number, part, name)}
          onChange={onToggle}
        />
        <span className="shrink-0 font-semibold text-ink-2">{number}</span>
        <span className={cx('min-w-0 flex-1 truncate', ticked ? 'text-ink' : 'text-ink-3')}>
          {name === null ? (
            partsTexts.unnamed(part)
          ) : (
            <>
              {partsTexts.where[name.where]}{' '}
              <code className="font-mono text-code">
                <Visible text={name.name} />
              </code>{' '}
              <span className="text-hint text-ink-3">· {partsTexts.lines(part)}</span>
            </>
          )}
        </span>
        {!ticked && <span className="shrink-0 text-hint text-ink-3">{partsTexts.leftOut}</span>}
        {part.label === undefined && (
          <span className="shrink-0 font-mono text-hint whitespace-nowrap">
            <span className="text-clear">+{part.added}</span>{' '}
            <span className="text-stop">−{part.removed}</span>
          </span>
        )}
      </label>
    </li>
  )
}
