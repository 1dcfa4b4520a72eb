import { changeRoutes } from '@countersign/protocol'
import type { CommitLook, ThreadId, TurnId } from '@countersign/protocol'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, valueOf } from '../../data/http.ts'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { Sheet } from '../../ui/Sheet.tsx'
import { Visible } from '../../ui/Visible.tsx'
import { LineSums } from './HunkCard.tsx'
import { texts } from './texts.ts'
import type { Said } from './use-changes.ts'

interface CommitSheetProps {
  readonly thread: ThreadId
  /** Null: everything kept in the whole thread. */
  readonly turn: TurnId | null
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Commits the kept changes, as an act of the person. */
export function CommitSheet({ thread, turn, onClose, onDone }: CommitSheetProps) {
  const scope = { thread_id: thread, turn_id: turn ?? undefined }
  const { data, error } = useQuery({
    queryKey: ['changes', thread, 'commit', turn],
    queryFn: ({ signal }) => valueOf(call(changeRoutes.commitLook, { query: scope }, signal)),
    staleTime: 0,
    retry: false,
  })
  const [message, setMessage] = useState('')
  const [trust, setTrust] = useState(false)
  const [busy, setBusy] = useState(false)
  const [said, setSaid] = useState<Said | null>(null)
  const commit = async (): Promise<void> => {
    setBusy(true)
    const answer = await call(changeRoutes.commit, { body: { ...scope, message, trust } })
    setBusy(false)
    setSaid(
      answer.ok ? { ok: answer.value.ok, text: answer.value.text } : { ok: false, text: answer.message },
    )
    onDone()
  }
  const trouble = data === undefined ? null : whyNot(data)
  return (
    <Sheet title={texts.commitTitle} onClose={onClose}>
      {data === undefined && <p className="text-hint text-ink-3">{error?.message ?? texts.loading}</p>}
      {trouble !== null && <p className="text-label text-ink-2">{trouble}</p>}
      {data !== undefined && trouble === null && (
        <form
          className="flex flex-col gap-3"
          onSubmit={(event) => {
            event.preventDefault()
            void commit()
          }}
        >
          <p className="text-hint text-ink-2">{texts.branch(data.branch ?? '')}</p>
          <FileList files={data.files} />
          <label className="flex flex-col gap-1 text-label">
            {texts.message}
            <textarea
              rows={3}
              value={message}
              placeholder={texts.messageHint}
              className="rounded-control border border-line-strong bg-raised p-2 text-ink"
              onChange={(event) => setMessage(event.target.value)}
            />
          </label>
          {!data.trusted && <Trust checked={trust} onChange={setTrust} />}
          <span className="flex gap-2">
            <Button
              kind="primary"
              type="submit"
              disabled={busy || said?.ok === true || message.trim() === '' || !(data.trusted || trust)}
            >
              {busy ? texts.committing : texts.doCommit}
            </Button>
            <Button onClick={onClose}>{said?.ok === true ? texts.close : texts.cancel}</Button>
          </span>
        </form>
      )}
      <p
        role="status"
        className={cx('text-label empty:hidden', said?.ok === false ? 'text-stop' : 'text-ink')}
      >
        {said?.text}
      </p>
    </Sheet>
  )
}

function FileList({ files }: { files: CommitLook['files'] }) {
  return (
    <ul className="max-h-48 overflow-y-auto rounded-control border border-line">
      {files.map((file) => (
        <li key={file.path} className="flex min-h-7 items-center gap-2 px-2">
          <code className="min-w-0 flex-1 truncate font-mono text-code">
            <Visible text={file.path} />
          </code>
          <LineSums added={file.added} removed={file.removed} />
        </li>
      ))}
    </ul>
  )
}

function Trust({ checked, onChange }: { checked: boolean; onChange: (trusted: boolean) => void }) {
  return (
    <label className="flex items-start gap-2 text-label">
      <input type="checkbox" checked={checked} onChange={(event) => onChange(event.target.checked)} />
      <span>
        {texts.trust}
        <span className="block text-hint text-ink-3">{texts.trustHint}</span>
      </span>
    </label>
  )
}

function whyNot({ branch, files }: CommitLook): string | null {
  if (branch === null) return texts.noRepository
  return files.length === 0 ? texts.noneKept : null
}
