import { Actions, Layout, TabNode } from 'flexlayout-react'
import type { Action, BorderNode, ITabRenderValues, ITabSetRenderValues, TabSetNode } from 'flexlayout-react'
import { Ellipsis } from 'lucide-react'
import { Suspense, useMemo, useSyncExternalStore } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import type { PaneSpec } from '../platform/feature.ts'
import { Page } from '../ui/Page.tsx'
import type { DockAct } from './dock-now.ts'
import type { Part } from './dock-places.ts'
import { tabElement, paneOfElement } from './guard.ts'
import type { LayoutController } from './layout-controller.ts'
import { readParams } from './pane-place.ts'
import { PaneContext } from './pane-context.ts'
import { PaneMenu } from './PaneMenu.tsx'
import { texts } from './texts.ts'
import { useWorkbench } from './workbench-context.ts'
import './dock.css'

type Specs = ReadonlyMap<string, PaneSpec>

interface DockProps {
  readonly controller: LayoutController
  readonly specs: Specs
  /** Returns whether a pane may close now. */
  readonly mayClose: (pane: string) => boolean
  readonly onAct: (act: DockAct, pane: string) => void
  /** The preview of where a pane would go while it is moved by keys. */
  readonly ghost: Part | null
}

/** Panes side by side or as tabs, moved by drag or by keys. Only this file renders with the docking library. */
export function Dock({ controller, specs, mayClose, onAct, ghost }: DockProps) {
  const model = useSyncExternalStore(controller.subscribe, controller.model)
  const draw = useMemo(() => drawnBy(specs, onAct), [specs, onAct])
  const asked = (action: Action): Action | undefined => {
    if (action.type !== Actions.DELETE_TAB) return action
    const node: unknown = action.data['node']
    return typeof node === 'string' && !mayClose(node) ? undefined : action
  }
  return (
    <div className="dock relative h-full min-h-0 flex-1" onKeyDownCapture={enterPane}>
      <Layout
        model={model}
        factory={draw.pane}
        onAction={asked}
        supportsPopout={false}
        icons={ICONS}
        onRenderTab={draw.tab}
        onRenderTabSet={draw.set}
        onTabSetPlaceHolder={emptyPlace}
      />
      {ghost !== null && <Ghost part={ghost} />}
    </div>
  )
}

/** The button for the overflowing tabs. Its accessible name has no number, so it shows none either. */
const ICONS = { more: () => <Ellipsis size={14} aria-hidden="true" /> }

/** Enter on a tab moves the focus into its pane at once, even if the tab was not in front. */
function enterPane(event: KeyboardEvent<HTMLElement>): void {
  const { target } = event
  if (event.key !== 'Enter' || !(target instanceof HTMLElement) || target.role !== 'tab') return
  if (target.ariaSelected === 'true') return
  const pane = paneOfElement(target)
  // The library brings the tab to the front; after the next render, Enter on it moves the focus into the pane.
  target.click()
  window.requestAnimationFrame(() => {
    const tab = pane === undefined ? undefined : tabElement(pane)
    tab?.dispatchEvent(new globalThis.KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
  })
  event.preventDefault()
  event.stopPropagation()
}

function Ghost({ part }: { part: Part }) {
  const percent = (share: number): string => `${share * 100}%`
  return (
    <div
      data-ghost=""
      aria-hidden="true"
      className="pointer-events-none absolute rounded-control border-2 border-accent bg-accent/15"
      style={{
        left: percent(part.x),
        top: percent(part.y),
        width: percent(part.width),
        height: percent(part.height),
      }}
    />
  )
}

function drawnBy(specs: Specs, onAct: DockProps['onAct']) {
  return {
    pane: (node: TabNode): ReactNode => <DockedPane node={node} specs={specs} />,
    tab(node: TabNode, drawn: ITabRenderValues): void {
      const Icon = specs.get(node.getComponent() ?? '')?.icon
      if (Icon !== undefined) drawn.leading = <Icon size={14} aria-hidden="true" />
      drawn.content = <span data-pane-tab={node.getId()}>{node.getName()}</span>
    },
    set(set: TabSetNode | BorderNode, drawn: ITabSetRenderValues): void {
      const shown = set.getSelectedNode()
      if (!(shown instanceof TabNode)) return
      drawn.buttons.unshift(<PaneMenu key="menu" pane={shown.getId()} name={shown.getName()} onAct={onAct} />)
    },
  }
}

function emptyPlace(): ReactNode {
  return (
    <div className="h-full w-full">
      <Page>{texts.noPane}</Page>
    </div>
  )
}

function DockedPane({ node, specs }: { node: TabNode; specs: Specs }) {
  const type = node.getComponent() ?? ''
  const pane = node.getId()
  const { snapshots } = useWorkbench()
  const around = useMemo(() => ({ pane, snapshots }), [pane, snapshots])
  const spec = specs.get(type)
  return (
    <section aria-label={node.getName()} data-pane={pane} className="h-full min-h-0 overflow-clip bg-panel">
      {spec === undefined ? (
        <Page>
          <p className="font-semibold text-ink">{node.getName()}</p>
          <p>{texts.unknown(type)}</p>
        </Page>
      ) : (
        <Suspense fallback={<Page>{null}</Page>}>
          <PaneContext value={around}>
            <spec.pane params={readParams(node.getConfig())} />
          </PaneContext>
        </Suspense>
      )}
    </section>
  )
}
