import { useEffect, useRef } from 'react'
import type { RuleFileText } from '../../data/api-rules.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { cx } from '../../ui/cx.ts'
import { sentence } from '../../ui/sentence.ts'
import { Visible } from '../../ui/Visible.tsx'
import { texts } from './texts.ts'

/** The lines of a rules file, by number; below each invalid one, the reason. The first of them is in view. */
export function RuleFileLines({ file }: { file: RuleFileText }) {
  const box = useRef<HTMLDivElement>(null)
  const lines = file.text.replace(/\n$/, '').split('\n')
  const first = file.errors[0]?.line
  useEffect(() => {
    const wrong = box.current?.querySelector(`[data-wrong="${first ?? ''}"]`)
    if (box.current === null || !(wrong instanceof HTMLElement)) return
    box.current.scrollTop = wrong.offsetTop - box.current.clientHeight / 3
  }, [first])
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2 text-label">
        <code className="font-mono">
          <Visible text={file.path} ends />
        </code>
        <CopyButton text={file.path} label={texts.copyPath} />
      </p>
      <div
        ref={box}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroll box must be reachable by keyboard
        tabIndex={0}
        role="group"
        aria-label={texts.fileText}
        className="relative min-h-24 overflow-auto rounded-control border border-line bg-ground py-2 font-mono text-code"
      >
        <ol>
          {lines.map((line, index) => (
            <Line key={index} number={index + 1} text={line} errors={file.errors} />
          ))}
        </ol>
        {file.more > 0 && (
          <p className="px-3 pt-1 font-sans text-hint text-ink-3">{texts.moreLines(file.more)}</p>
        )}
      </div>
    </>
  )
}

function Line(props: { number: number; text: string; errors: RuleFileText['errors'] }) {
  const { number, text } = props
  const errors = props.errors.filter(({ line }) => line === number)
  const wrong = errors.length > 0
  return (
    <li
      {...(wrong ? { 'data-wrong': number } : {})}
      className={cx(
        'grid grid-cols-[3.5rem_minmax(0,1fr)] border-s-2 pe-3',
        wrong ? 'border-stop bg-stop-bg' : 'border-transparent',
      )}
    >
      <span aria-hidden="true" className="pe-3 text-end text-ink-3 select-none">
        {number}
      </span>
      <span className="whitespace-pre-wrap">
        <Visible text={text} ends={wrong} />
      </span>
      {errors.map(({ message, suggestion }) => (
        <span key={message} className="col-start-2 pb-1 font-sans text-label font-semibold text-stop">
          <Visible text={sentence(texts.lineError(number, texts.mistake(message, suggestion)))} />
        </span>
      ))}
    </li>
  )
}
