import type { Command, CommandContext } from '../../platform/command.ts'
import { handles } from '../../platform/client-tool.ts'
import { defineFeature } from '../../platform/feature.ts'
import { isBench } from '../../platform/thread-path.ts'
import { windowPanes } from '../../platform/window-panes.ts'
import { late, lazy } from '../../ui/lazy.ts'
import { dockNow, type DockAct } from '../../workbench/dock-now.ts'
import { PRESETS } from '../../workbench/preset-names.ts'
import { texts } from '../../workbench/texts.ts'

const WorkbenchPage = lazy(async () => ({ default: (await import('./WorkbenchPage.tsx')).WorkbenchPage }))
const PanePage = lazy(async () => ({ default: (await import('./PanePage.tsx')).PanePage }))
const LayoutSwitch = late(async () => ({ default: (await import('./LayoutSwitch.tsx')).LayoutSwitch }))
const SaveLayout = lazy(async () => ({ default: (await import('./SaveLayout.tsx')).SaveLayout }))

/** The agent's tools for the panes of this window, after the gate. The dock performs them, if there is one. */
const layoutTools = ['list', 'open', 'split', 'move', 'focus', 'close', 'switch'].map((verb) =>
  handles(
    `layout.${verb}`,
    async (args, _signal, { thread }) => {
      const source = windowPanes.source()
      const layout = source?.thread === thread ? source.layout : undefined
      return layout === undefined ? { ok: false, text: texts.alone } : layout(verb, args)
    },
    'layout',
  ),
)

const acts: readonly (readonly [DockAct, string, string?])[] = [
  ['next', texts.next, 'F6'],
  ['previous', texts.previous, 'Shift+F6'],
  ['left', texts.moves.left, 'Control+Alt+ArrowLeft'],
  ['right', texts.moves.right, 'Control+Alt+ArrowRight'],
  ['above', texts.moves.above, 'Control+Alt+ArrowUp'],
  ['below', texts.moves.below, 'Control+Alt+ArrowDown'],
  ['popOut', texts.popOut],
  ['close', texts.close],
  ['undo', texts.undo, 'Control+Alt+z'],
  ['redo', texts.redo, 'Control+Alt+Shift+z'],
  ['reset', texts.reset],
]

const hasDock = ({ path }: CommandContext): boolean => isBench(path) && dockNow() !== undefined

const dockCommands = acts.map(([act, title, chord]): Command => ({
  id: `dock.${act}`,
  title,
  ...(chord === undefined ? {} : { key: { chord, does: title.toLowerCase() } }),
  when: hasDock,
  run: () => dockNow()?.act(act),
}))

/** Files, editor and thread side by side, and each pane alone. */
export const workbench = defineFeature({
  name: 'workbench',
  routes: [
    {
      path: '/w/:thread',
      page: WorkbenchPage,
      // A thread without a title uses that of the page.
      title: (view, params) => view.threads?.find(({ id }) => id === params['thread'])?.title || texts.title,
      under: () => '/chats',
      showsCounts: true,
    },
    {
      path: '/pane/:type',
      page: PanePage,
      title: (_view, { type }, features) =>
        features.flatMap(({ panes = [] }) => panes).find((pane) => pane.type === type)?.title ?? texts.title,
      under: () => '/more',
    },
  ],
  tools: layoutTools,
  commands: [
    ...dockCommands,
    {
      id: 'dock.save',
      title: texts.saveAs,
      when: hasDock,
      run: ({ open }) => open(SaveLayout),
    },
  ],
  entries: (context) => {
    const thread = /^\/[tw]\/([\w-]+)$/.exec(context.path)?.[1]
    const names = dockNow()?.names ?? PRESETS
    if (thread === undefined) return []
    return names.map((name) => ({
      id: `layout-${name}`,
      group: 'do' as const,
      label: texts.switched(name),
      hint: '',
      run: () => {
        const dock = dockNow()
        if (dock !== undefined && isBench(context.path)) dock.switchTo(name)
        else context.navigate(name === 'Chat' ? `/t/${thread}` : `/w/${thread}?layout=${name}`)
      },
    }))
  },
  parts: [{ at: 'start', part: LayoutSwitch }],
})
