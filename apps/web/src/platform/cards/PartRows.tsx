import type { FoundFile, PartView } from '@countersign/protocol'
import { alwaysAsks, reasonText } from '@countersign/protocol/client'
import { Visible } from '../../ui/Visible.tsx'
import { WholeWords } from '../../ui/WholeWords.tsx'
import type { BodyLook } from '../body.ts'
import { placeFound } from './found-files.ts'
import { texts } from './texts.ts'

export interface PartRowsProps {
  readonly parts: readonly PartView[]
  readonly found?: readonly FoundFile[]
  readonly look?: BodyLook
}

/** Why the call asks, part by part: verdict, part, reason, and the existing files that it would write or remove. */
export function PartRows({ parts, found, look = 'preview' }: PartRowsProps) {
  const placed = placeFound(parts, found ?? [])
  return (
    <ul className="flex flex-col gap-0.5 text-hint">
      {parts.map((part, index) => (
        <li key={index} className="flex flex-wrap gap-x-3" data-verdict={part.verdict}>
          <span className={`w-14 shrink-0 @min-[26rem]:w-20 font-semibold ${colour(part, look)}`}>
            {look === 'over' ? texts.pastVerdicts[part.verdict] : word(part)}
          </span>
          <span className="min-w-0 flex-1" style={{ paddingInlineStart: `${nesting(part) * 0.75}rem` }}>
            <code className="font-mono text-ink">
              <WholeWords text={part.label} />
            </code>
            <span className="ms-2 text-ink-3">
              <WholeWords text={reason(part)} />
            </span>
            {placed.byPart.get(index)?.map((file, _, files) => (
              <span key={file.path} className="text-ink-2">
                {' · '}
                {files.length > 1 && (
                  <>
                    <Visible text={file.path} ends />{' '}
                  </>
                )}
                {texts.found(file)}
              </span>
            ))}
          </span>
        </li>
      ))}
      {placed.rest.map((file) => (
        <li key={`${file.act} ${file.path}`} className="text-ink-2">
          <code className="font-mono text-ink">
            <Visible text={file.path} ends />
          </code>{' '}
          {texts.found(file)}
        </li>
      ))}
    </ul>
  )
}

function nesting(part: PartView): number {
  return Math.min(part.carriers.length, 4)
}

/** Omits the label from the reason, because the row already shows it. */
function reason(part: PartView): string {
  const { label, carriers } = part
  const said = reasonText(part)
  const words = said === label ? [] : [said]
  return [...words, ...(carriers.length === 0 ? [] : [`(${texts.through(carriers)})`])].join(' ')
}

function word(part: PartView): string {
  return alwaysAsks(part) ? texts.alwaysAsksWord : texts.verdicts[part.verdict]
}

function colour(part: PartView, look: BodyLook): string {
  if (part.verdict === 'run') return 'text-clear'
  if (look === 'over' && part.verdict === 'ask') return 'text-ink-2'
  return part.verdict === 'block' || alwaysAsks(part) ? 'text-stop' : 'text-wait'
}
