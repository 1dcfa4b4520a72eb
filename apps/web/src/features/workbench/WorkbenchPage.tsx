import { layoutRoutes, ThreadId, type KeptLayout, type ScreenClass } from '@countersign/protocol'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useView } from '../../data/context.ts'
import { call, valueOf } from '../../data/http.ts'
import type { RouteParams } from '../../platform/feature.ts'
import { NotFound } from '../../platform/NotFound.tsx'
import { Page } from '../../ui/Page.tsx'
import { useMedia, useNarrow } from '../../ui/use-narrow.ts'
import { CHAT } from '../../workbench/layouts.ts'
import { texts } from '../../workbench/texts.ts'
import { useSpecs } from '../../workbench/use-specs.ts'
import { ArrangedDock } from './ArrangedDock.tsx'
import { keptLayouts } from './kept-layouts.ts'

/** One thread and the panes around it. */
export function WorkbenchPage({ params: { thread } }: { params: RouteParams }) {
  const id = ThreadId.safeParse(thread)
  const narrow = useNarrow()
  if (!id.success) return <NotFound />
  return narrow ? <Alone thread={id.data} /> : <Docked key={id.data} thread={id.data} />
}

/** A narrow screen only has room for the thread. */
function Alone({ thread }: { thread: ThreadId }) {
  const Chat = useSpecs().get(CHAT)?.pane
  return Chat === undefined ? <NotFound /> : <Chat params={{ thread }} />
}

function Docked({ thread }: { thread: ThreadId }) {
  const threads = useView((view) => view.threads)
  const folder = threads?.find(({ id }) => id === thread)?.workspace
  const screen = useScreenClass()
  if (threads === null) return <Page>{null}</Page>
  // A deleted thread shows that itself.
  return folder === undefined ? (
    <Alone thread={thread} />
  ) : (
    <Loaded key={`${folder} ${screen}`} thread={thread} folder={folder} screen={screen} />
  )
}

function useScreenClass(): ScreenClass {
  const medium = useMedia('(width >= 1200px)')
  const large = useMedia('(width >= 1920px)')
  return large ? 'large' : medium ? 'medium' : 'small'
}

interface Place {
  readonly thread: ThreadId
  readonly folder: string
  readonly screen: ScreenClass
}

/**
 * Loads the saved layouts of the folder, so that the next thread looks as the person left it. If the server does not answer, the built-in
 * ones are used.
 */
function Loaded({ thread, folder, screen }: Place) {
  const specs = useSpecs()
  const queries = useQueryClient()
  const key = useMemo(() => ['layouts', folder], [folder])
  const { isPending } = useQuery({
    queryKey: key,
    queryFn: async () => (await valueOf(call(layoutRoutes.list, { query: { folder } }))).layouts,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const layouts = useMemo(
    () =>
      isPending
        ? undefined
        : // From then on this page makes all changes itself.
          keptLayouts({ folder, screen, specs }, queries.getQueryData(key) ?? NONE, (next) =>
            queries.setQueryData(key, next),
          ),
    [isPending, folder, screen, specs, queries, key],
  )
  if (layouts === undefined) return <Page>{null}</Page>
  return (
    <>
      {/* The thread, which has a heading, may be hidden behind another pane. */}
      <h1 className="sr-only">{texts.title}</h1>
      <ArrangedDock thread={thread} specs={specs} layouts={layouts} />
    </>
  )
}

const NONE: readonly KeptLayout[] = []
