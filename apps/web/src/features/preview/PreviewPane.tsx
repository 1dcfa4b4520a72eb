import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { fetchContent, type FileBytes } from '../../data/api-content.ts'
import { valueOf } from '../../data/http.ts'
import type { PaneProps } from '../../platform/feature.ts'
import { folderOf, useFolderChanges } from '../../platform/folder-changes.ts'
import { Markdown } from '../../platform/markdown/Markdown.tsx'
import { previewOf } from '../../platform/previews.ts'
import { Button } from '../../ui/Button.tsx'
import { lazy } from '../../ui/lazy.ts'
import { Page } from '../../ui/Page.tsx'
import { size } from '../../ui/times.ts'
import { usePaneContext } from '../../workbench/pane-context.ts'
import { useWorkbench } from '../../workbench/workbench-context.ts'
import { PageFrame } from './PageFrame.tsx'
import { Picture } from './Picture.tsx'
import { texts } from './texts.ts'

const PdfPages = lazy(async () => ({ default: (await import('./PdfPages.tsx')).PdfPages }))

/** How many characters of a text the agent sees. */
const TOLD = 8000

/** A rendered file. Whatever it contains, nothing runs and nothing is loaded from elsewhere. */
export function PreviewPane({ params: { path = '' } }: PaneProps) {
  const { thread, open } = useWorkbench()
  useFolderChanges(thread, path === '' ? [] : [folderOf(path)])
  const found = useQuery({
    // A change of the file invalidates this together with its other data.
    queryKey: ['file', thread, path, 'bytes'],
    queryFn: () => valueOf(fetchContent({ thread, path })),
    enabled: path !== '',
    retry: false,
  })
  const kind = previewOf(path)
  const isText = kind === 'markdown' || kind === 'page'
  const text = useMemo(
    () => (isText && found.data !== undefined ? new TextDecoder().decode(found.data.bytes) : ''),
    [isText, found.data],
  )
  usePaneContext(() => ({
    summary: texts.summary(path),
    ...(text === '' ? {} : { text: text.slice(0, TOLD) }),
    sources: path === '' ? [] : [path],
  }))
  if (path === '') return <Page>{texts.none}</Page>
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="flex min-h-10 items-center gap-3 border-b border-line px-3">
        <code className="min-w-0 flex-1 truncate font-mono text-code text-ink-2">{path}</code>
        {isText && (
          <Button kind="quiet" onClick={() => open('editor', { path })}>
            {texts.edit}
          </Button>
        )}
      </div>
      <div className="min-h-0 flex-1">
        {found.data === undefined ? (
          <Page>{found.error?.message ?? texts.loading}</Page>
        ) : found.data.bytes.length < found.data.size ? (
          <Page>{texts.tooLarge(size(found.data.size))}</Page>
        ) : (
          <Drawn path={path} file={found.data} text={text} />
        )}
      </div>
    </div>
  )
}

function Drawn({ path, file, text }: { path: string; file: FileBytes; text: string }) {
  switch (previewOf(path)) {
    case 'picture':
      return <Picture path={path} bytes={file.bytes} />
    case 'markdown':
      return (
        // A scrolling area can be focused, so that keys scroll it.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <div className="h-full overflow-auto p-4" tabIndex={0} role="region" aria-label={texts.page(path)}>
          <div className="max-w-[75ch]">
            {/* Headings of the file are below that of the page. */}
            <h2 className="sr-only">{texts.page(path)}</h2>
            <Markdown text={text} />
          </div>
        </div>
      )
    case 'pdf':
      return <PdfPages path={path} bytes={file.bytes} />
    case 'page':
      return <PageFrame path={path} html={text} />
    case undefined:
      return <Page>{texts.noPreview}</Page>
  }
}
