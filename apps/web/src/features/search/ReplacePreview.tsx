import type { ReplacedFile } from '@countersign/protocol'
import { useState } from 'react'
import { DiffBody } from '../../platform/cards/DiffBody.tsx'
import { Button } from '../../ui/Button.tsx'
import { texts } from './texts.ts'

/** Each file after the replacement. A person can exclude files, and writes the rest. */
export function ReplacePreview(props: {
  files: readonly ReplacedFile[]
  more: boolean
  busy: boolean
  onApply: (files: readonly ReplacedFile[]) => void
}) {
  const { files, more, busy, onApply } = props
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const chosen = files.filter(({ path }) => !left.has(path))
  const choose = (path: string, take: boolean): void =>
    setLeft((before) => new Set(take ? [...before].filter((one) => one !== path) : [...before, path]))
  if (files.length === 0) return <p className="p-3 text-ink-2">{texts.nothingToReplace}</p>
  return (
    <>
      <div className="flex flex-wrap items-center gap-3 border-b border-line px-3 py-2">
        <Button kind="primary" disabled={busy || chosen.length === 0} onClick={() => onApply(chosen)}>
          {busy ? texts.applying : texts.apply(chosen.length)}
        </Button>
        {more && <span className="text-hint text-ink-2">{texts.moreFiles}</span>}
      </div>
      <ul aria-label={texts.previewOf} className="flex min-h-0 flex-1 flex-col gap-3 overflow-auto p-3">
        {files.map((file) => (
          <li key={file.path} className="flex items-start gap-2">
            <input
              type="checkbox"
              className="mt-2 size-4 shrink-0 accent-accent"
              aria-label={texts.chosen(file.path)}
              checked={!left.has(file.path)}
              onChange={(event) => choose(file.path, event.target.checked)}
            />
            <div className="min-w-0 flex-1">
              <DiffBody
                body={{
                  kind: 'write',
                  path: file.path,
                  before: file.before,
                  after: file.after,
                  outside_workspace: false,
                }}
              />
            </div>
          </li>
        ))}
      </ul>
    </>
  )
}
