import type { PluginPaneView, ViewPart } from '@countersign/protocol'
import { Button } from '../../ui/Button.tsx'
import { Visible } from '../../ui/Visible.tsx'

interface DescribedProps {
  readonly view: PluginPaneView
  readonly onPress: (button: string) => void
}

/** A plugin's description, drawn by us: plain, without the colours of questions, and its text as text. */
export function Described({ view, onPress }: DescribedProps) {
  return (
    <div className="flex flex-col gap-4">
      {view.parts.map((part, index) => (
        <Part key={index} part={part} onPress={onPress} />
      ))}
    </div>
  )
}

function Part({ part, onPress }: { part: ViewPart; onPress: (button: string) => void }) {
  switch (part.kind) {
    case 'text':
      return <TextPart part={part} />
    case 'fields':
      return (
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-label">
          {part.fields.map(({ name, value }, index) => (
            <div key={index} className="contents">
              <dt className="text-ink-3">
                <Visible text={name} />
              </dt>
              <dd className="min-w-0 wrap-break-word text-ink">
                <Visible text={value} />
              </dd>
            </div>
          ))}
        </dl>
      )
    case 'table':
      return <TablePart part={part} />
    case 'list': {
      const List = part.ordered ? 'ol' : 'ul'
      return (
        <List className={part.ordered ? 'list-decimal ps-6' : 'list-disc ps-6'}>
          {part.items.map((item, index) => (
            <li key={index}>
              <Visible text={item} />
            </li>
          ))}
        </List>
      )
    }
    case 'code':
      return (
        <pre
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroll box must be reachable by keyboard
          tabIndex={0}
          className="max-h-96 overflow-auto rounded-control border border-line bg-ground p-3 font-mono text-code"
        >
          <code>
            <Visible text={part.text} />
          </code>
        </pre>
      )
    case 'chart':
      return <ChartPart part={part} />
    case 'picture':
      return <img src={part.data} alt={part.alt} className="max-w-full self-start" />
    case 'buttons':
      return (
        <div className="flex flex-wrap gap-2">
          {part.buttons.map(({ id, label }) => (
            // A press is accepted only if a person made it.
            <Button key={id} onClick={(event) => event.nativeEvent.isTrusted && onPress(id)}>
              <Visible text={label} />
            </Button>
          ))}
        </div>
      )
  }
}

type PartOf<Kind> = Extract<ViewPart, { kind: Kind }>

function TextPart({ part: { look, text } }: { part: PartOf<'text'> }) {
  if (look === 'heading')
    return (
      <p className="text-title font-semibold">
        <Visible text={text} />
      </p>
    )
  return (
    <p className={look === 'muted' ? 'whitespace-pre-wrap text-ink-3' : 'whitespace-pre-wrap text-ink'}>
      <Visible text={text} />
    </p>
  )
}

function TablePart({ part }: { part: PartOf<'table'> }) {
  return (
    <div className="overflow-x-auto">
      <table className="w-full text-left text-label">
        {part.caption !== undefined && (
          <caption className="pb-1 text-left font-semibold">
            <Visible text={part.caption} />
          </caption>
        )}
        <thead>
          <tr className="border-b border-line-strong">
            {part.columns.map((column, index) => (
              <th key={index} scope="col" className="py-1 pe-4 font-semibold">
                <Visible text={column} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {part.rows.map((row, index) => (
            <tr key={index} className="border-b border-line">
              {part.columns.map((_column, place) => (
                <td key={place} className="py-1 pe-4">
                  <Visible text={row[place] ?? ''} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Bars with their numbers next to them: the picture only repeats the text. */
function ChartPart({ part: { label, points } }: { part: PartOf<'chart'> }) {
  const most = Math.max(...points.map(({ value }) => Math.abs(value)), Number.MIN_VALUE)
  return (
    <figure className="flex flex-col gap-1 text-label">
      <figcaption className="font-semibold">
        <Visible text={label} />
      </figcaption>
      <ul className="flex flex-col gap-1">
        {points.map((point, index) => (
          <li key={index} className="grid grid-cols-[8rem_1fr_auto] items-center gap-2">
            <span className="truncate">
              <Visible text={point.label} />
            </span>
            <span className="h-3 bg-ground" aria-hidden="true">
              <span
                className="block h-full bg-ink-3"
                style={{ width: `${(Math.abs(point.value) / most) * 100}%` }}
              />
            </span>
            <span className="text-ink-2">{point.value}</span>
          </li>
        ))}
      </ul>
    </figure>
  )
}
