import { editorTexts as texts } from '../texts.ts'

const LOOKS = ['text', 'number', 'list', 'object', 'file'] as const

/** Explains the kinds of wires: each has its own colour and port shape. */
export function Legend() {
  return (
    <ul
      aria-label={texts.legend}
      className="workflow-canvas absolute bottom-3 left-3 flex @max-4xl:hidden max-w-[calc(100%-13rem)] flex-wrap gap-x-4 rounded-control border border-line bg-panel px-3 py-1 text-hint text-ink-2"
    >
      {LOOKS.map((look) => (
        <li key={look} className="flex items-center gap-1.5">
          <span aria-hidden="true" className={`legend-wire legend-${look}`}>
            <span className={`port port-${look}`} />
          </span>
          {texts.legendLook[look]}
        </li>
      ))}
      <li className="flex items-center gap-1.5">
        <span aria-hidden="true" className="legend-wire legend-check" />
        {texts.legendCheck}
      </li>
    </ul>
  )
}
