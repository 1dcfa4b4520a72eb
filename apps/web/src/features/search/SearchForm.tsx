import type { FindWish, ThreadId } from '@countersign/protocol'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { fieldClass } from '../../ui/Section.tsx'
import { texts } from './texts.ts'

interface FormProps {
  readonly thread: ThreadId | null
  readonly onFind: (wish: FindWish) => void
  readonly onPreview: (wish: FindWish, replacement: string) => void
}

/** The search text, options, scope, and the replacement. */
export function SearchForm({ thread, onFind, onPreview }: FormProps) {
  const [pattern, setPattern] = useState('')
  const [replacement, setReplacement] = useState('')
  const [glob, setGlob] = useState('')
  const [ways, setWays] = useState({ regex: false, matchCase: false, word: false, ignored: false })
  const wish: FindWish = {
    pattern,
    regex: ways.regex,
    ignore_case: !ways.matchCase,
    word: ways.word,
    ignored: ways.ignored,
    ...(thread === null ? {} : { thread_id: thread }),
    ...(glob.trim() === '' ? {} : { glob: glob.trim() }),
  }
  return (
    <form
      aria-label={texts.form}
      className="flex flex-col gap-2 border-b border-line p-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (pattern !== '') onFind(wish)
      }}
    >
      <Field label={texts.pattern} value={pattern} onChange={setPattern} />
      <div className="flex flex-wrap gap-x-4 gap-y-1">
        {WAYS.map((way) => (
          <label key={way} className="flex items-center gap-1.5 text-label coarse:min-h-control">
            <input
              type="checkbox"
              className="size-4 accent-accent"
              checked={ways[way]}
              onChange={(event) => setWays({ ...ways, [way]: event.target.checked })}
            />
            {texts[way]}
          </label>
        ))}
      </div>
      <Field label={texts.glob} hint={texts.globHint} value={glob} onChange={setGlob} />
      <Field label={texts.replacement} value={replacement} onChange={setReplacement} />
      <div className="flex flex-wrap gap-2">
        <Button kind="primary" type="submit" disabled={pattern === ''}>
          {texts.find}
        </Button>
        <Button disabled={pattern === ''} onClick={() => onPreview({ ...wish, limit: 10_000 }, replacement)}>
          {texts.preview}
        </Button>
      </div>
    </form>
  )
}

const WAYS = ['matchCase', 'word', 'regex', 'ignored'] as const

function Field(props: { label: string; hint?: string; value: string; onChange: (value: string) => void }) {
  return (
    <label className="flex flex-col gap-0.5 text-hint text-ink-2">
      {props.label}
      <input
        type="text"
        spellCheck={false}
        autoComplete="off"
        placeholder={props.hint}
        value={props.value}
        className={`${fieldClass} font-mono`}
        onChange={(event) => props.onChange(event.target.value)}
      />
    </label>
  )
}
