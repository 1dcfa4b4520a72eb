import type { CallId, ThreadId } from '@countersign/protocol'
import { Virtualizer } from 'virtua'
import { Button } from '../../ui/Button.tsx'
import { Visible } from '../../ui/Visible.tsx'
import { HunkDiff } from './HunkDiff.tsx'
import { texts } from './texts.ts'
import { useThen } from './use-changes.ts'

/** How the files differ from their state right after a call. */
export function ThenList(props: { thread: ThreadId; call: CallId; what: string; onBack: () => void }) {
  const { data, error } = useThen(props.thread, props.call)
  const files = data?.files
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col" data-then="">
      <p className="flex flex-wrap items-center gap-3 border-b border-line px-3 py-1 text-label">
        <span className="min-w-0 truncate font-semibold">
          <Visible text={texts.comparing(props.what)} />
        </span>
        <Button kind="quiet" size="small" onClick={props.onBack}>
          {texts.back}
        </Button>
      </p>
      {/* A long list is scrolled with the keyboard too. */}
      <div
        role="region"
        aria-label={texts.comparing(props.what)}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="min-h-0 flex-1 overflow-y-auto p-3"
      >
        {files === undefined && <p className="text-hint text-ink-3">{error?.message ?? texts.loading}</p>}
        {files?.length === 0 && <p className="text-hint text-ink-3">{texts.same}</p>}
        <Virtualizer>
          {(files ?? []).flatMap((file) => [
            <h2 key={file.path} data-change-row="file" className="pt-2 font-mono text-code font-semibold">
              <Visible text={file.path} />
              {file.kind === 'blob' && (
                <span className="ms-2 font-sans text-hint text-ink-3">{texts.blob}</span>
              )}
            </h2>,
            ...file.hunks.map((hunk, index) => (
              <div
                key={`${file.path} ${index}`}
                data-change-row="hunk"
                className="my-1 overflow-clip rounded-control border border-line bg-raised"
              >
                <HunkDiff path={file.path} lines={hunk} />
              </div>
            )),
          ])}
        </Virtualizer>
      </div>
    </div>
  )
}
