import { MessagesSquare, Plus } from 'lucide-react'
import type { CommandContext } from '../../platform/command.ts'
import { defineFeature } from '../../platform/feature.ts'
import { folderName } from '../../platform/folder/paths.ts'
import { MODES } from '../../platform/modes/modes.ts'
import { showsThread, threadPath } from '../../platform/thread-path.ts'
import { threadHere } from './thread-here.ts'
import { FIND } from './find-event.ts'
import { readLastThread } from '../../platform/last-thread.ts'
import { SideBarPlace } from './list/SideBarPlace.tsx'
import { threadTitles } from './list/thread-titles.ts'
import { texts } from './texts.ts'
import { lazy } from '../../ui/lazy.ts'
import { dockNow } from '../../workbench/dock-now.ts'

// A phone opens at Waiting: it need not load the thread, nor a thread the waiting list.
const ThreadRoute = lazy(async () => ({ default: (await import('./ThreadRoute.tsx')).ThreadRoute }))
const ThreadPane = lazy(async () => ({ default: (await import('./ThreadPane.tsx')).ThreadPane }))
const NewThreadPage = lazy(async () => ({ default: (await import('./NewThreadPage.tsx')).NewThreadPage }))
const ThreadsPage = lazy(async () => ({ default: (await import('./ThreadsPage.tsx')).ThreadsPage }))
const ThreadBar = lazy(async () => ({ default: (await import('./ThreadBar.tsx')).ThreadBar }))

const skip = { href: '#composer', label: texts.skipToComposer }

/** Threads: messages, proposed calls, and the composer. */
export const threads = defineFeature({
  name: 'threads',
  routes: [
    {
      path: '/new',
      page: NewThreadPage,
      title: () => texts.newThread,
      under: () => '/chats',
      showsCounts: true,
      skip,
      nav: { label: texts.newThread, icon: Plus, in: ['palette'] },
    },
    {
      path: '/t/:thread',
      page: ThreadRoute,
      title: (view, params) => titled(view.threads?.find(({ id }) => id === params['thread'])?.title),
      under: () => '/chats',
      showsCounts: true,
      skip,
    },
    {
      path: '/chats',
      page: ThreadsPage,
      title: () => texts.chats,
      nav: { label: texts.chats, icon: MessagesSquare, in: ['foot'] },
    },
  ],
  commands: [
    {
      id: 'stop',
      title: texts.stopTurn,
      key: { chord: 'Control+.', does: texts.keys.stop },
      when: (context) => openThread(context) !== undefined,
      run: () => threadHere()?.querySelector<HTMLElement>('[data-stop-turn]')?.click(),
    },
    {
      id: 'find',
      title: texts.find,
      key: { chord: 'Control+f', does: texts.keys.find },
      when: (context) =>
        openThread(context) !== undefined && document.querySelector('[data-find-bar]') === null,
      run: () => window.dispatchEvent(new Event(FIND)),
    },
    {
      id: 'mode',
      key: { chord: 'Control+Shift+m', does: texts.keys.mode },
      run: () => (threadHere() ?? document).querySelector<HTMLElement>('[id^=composer][id$=-mode]')?.click(),
    },
  ],
  entries: (context) => [...modeEntries(context), ...threadEntries(context), ...besideEntries(context)],
  panes: [
    {
      type: 'chat',
      title: texts.threadPane,
      icon: MessagesSquare,
      place: 'right',
      by: 'thread',
      titleOf: ({ thread }, view) =>
        thread === undefined ? undefined : titled(view?.threads?.find(({ id }) => id === thread)?.title),
      pane: ThreadPane,
    },
  ],
  parts: [
    { at: 'start', part: ThreadBar },
    { at: 'side', part: SideBarPlace },
  ],
  home: ({ view, storage }) => {
    if (view.threads === null) return 'unknown'
    const last = readLastThread(storage)
    const known = view.threads.find(({ id }) => id === last) ?? newestFirst(view.threads)[0]
    return { path: known === undefined ? '/new' : `/t/${known.id}` }
  },
})

/** Modes that the open thread could change to. */
function modeEntries(context: CommandContext) {
  const { client, me } = context.app
  const open = openThread(context)
  if (open === undefined) return []
  const isForbidden = (id: string): boolean => me.forbidden_modes.some(({ mode }) => mode === id)
  return MODES.filter(({ id }) => id !== open.permission_mode && !isForbidden(id)).map((mode) => ({
    id: `mode-${mode.id}`,
    group: 'do' as const,
    label: texts.toMode(mode.label),
    hint: mode.line,
    run: () => void client.setMode(open.id, mode.id),
  }))
}

function threadEntries({ view, path, navigate }: CommandContext) {
  const threads = view.threads ?? []
  const titles = threadTitles(threads)
  return newestFirst(threads).map(({ id, title, workspace }) => ({
    id,
    group: 'thread' as const,
    label: titles.get(id) ?? titled(title),
    hint: folderName(workspace),
    run: () => navigate(threadPath(path, id)),
  }))
}

/** Other threads, to open next to the current one with their own mode and composer. */
function besideEntries({ view, path }: CommandContext) {
  const dock = dockNow()
  if (dock === undefined) return []
  const threads = (view.threads ?? []).filter(({ id }) => !showsThread(path, id))
  const titles = threadTitles(threads)
  return newestFirst(threads).map(({ id, title, workspace }) => ({
    id: `beside-${id}`,
    group: 'do' as const,
    label: texts.beside(titles.get(id) ?? titled(title)),
    hint: folderName(workspace),
    run: () => dock.open('chat', { thread: id }),
  }))
}

function openThread({ view, path }: CommandContext) {
  return view.threads?.find(({ id }) => showsThread(path, id))
}

function newestFirst<T extends { readonly updated_at: number }>(all: readonly T[]): readonly T[] {
  return all.toSorted((a, b) => b.updated_at - a.updated_at)
}

function titled(title: string | undefined): string {
  return title === undefined || title === '' ? texts.untitled : title
}
