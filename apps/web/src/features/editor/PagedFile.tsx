import type { FileView } from '@countersign/protocol'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { fetchContent } from '../../data/api-content.ts'
import { valueOf } from '../../data/http.ts'
import { Button } from '../../ui/Button.tsx'
import { size, thousands } from '../../ui/times.ts'
import { useWorkbench } from '../../workbench/workbench-context.ts'
import { hexLines } from './hex-lines.ts'
import { texts } from './texts.ts'

/** Bytes of one page. */
const TEXT_PAGE = 64_000
const HEX_PAGE = 16_000

/** A file that is not text, or too large for an editor: read-only, a page at a time. */
export function PagedFile({ path, file }: { path: string; file: FileView }) {
  const { thread } = useWorkbench()
  const [page, setPage] = useState(0)
  const isText = useIsText(path, file)
  const step = isText ? TEXT_PAGE : HEX_PAGE
  const from = page * step
  const found = useQuery({
    queryKey: ['file', thread, path, 'bytes', from, step],
    queryFn: () => valueOf(fetchContent({ thread, path }, { from, bytes: step })),
    retry: false,
  })
  const last = Math.max(0, Math.ceil(file.bytes / step) - 1)
  const steps = [
    { label: texts.first, to: 0 },
    { label: texts.before, to: Math.max(0, page - 1) },
    { label: texts.next, to: Math.min(last, page + 1) },
    { label: texts.last, to: last },
  ]
  const bytes = found.data?.bytes ?? new Uint8Array()
  const words = file.encoding === 'large' ? texts.large : texts.binary
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="flex min-h-10 flex-wrap items-center gap-x-3 border-b border-line px-3">
        <span className="min-w-0 flex-1 text-label">{words(size(file.bytes))}</span>
        <span role="status" className="text-hint text-ink-2">
          {texts.part(thousands(from), thousands(from + bytes.length), thousands(file.bytes))}
        </span>
        <span role="group" aria-label={texts.pages} className="flex flex-wrap">
          {steps.map(({ label, to }) => (
            <Button key={label} kind="quiet" disabled={to === page} onClick={() => setPage(to)}>
              {label}
            </Button>
          ))}
        </span>
      </div>
      <pre
        className="min-h-0 flex-1 overflow-auto px-3 py-2 font-mono text-code"
        aria-label={texts.content(path)}
        role="region"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroll box must be reachable by keyboard
        tabIndex={0}
      >
        {found.error?.message ??
          (isText ? new TextDecoder().decode(bytes) : hexLines(bytes, from).join('\n'))}
      </pre>
    </div>
  )
}

/** A large file without a zero byte at its beginning is shown as text. */
function useIsText(path: string, { encoding }: FileView): boolean {
  const { thread } = useWorkbench()
  const probe = useQuery({
    queryKey: ['file', thread, path, 'probe'],
    queryFn: () => valueOf(fetchContent({ thread, path }, { bytes: 8192 })),
    enabled: encoding === 'large',
    retry: false,
  })
  return encoding === 'large' && probe.data !== undefined && !probe.data.bytes.includes(0)
}
