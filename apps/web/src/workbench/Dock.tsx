import { Actions, Layout } from 'flexlayout-react'
import type { Action, ITabRenderValues, TabNode } from 'flexlayout-react'
import { Suspense, useMemo } from 'react'
import type { ReactNode } from 'react'
import type { PaneSpec } from '../platform/feature.ts'
import { Page } from '../ui/Page.tsx'
import { readParams, type LayoutController } from './layout-controller.ts'
import { PaneContext } from './pane-context.ts'
import { texts } from './texts.ts'
import { useWorkbench } from './workbench-context.ts'
import './dock.css'

type Specs = ReadonlyMap<string, PaneSpec>

interface DockProps {
  readonly controller: LayoutController
  readonly specs: Specs
  readonly onChange: () => void
  /** Whether a pane may close now. */
  readonly mayClose: (pane: string) => boolean
}

/** Panes side by side, as tabs, moved by drag or by keys. The only file that draws with the docking library. */
export function Dock({ controller, specs, onChange, mayClose }: DockProps) {
  const draw = useMemo(() => drawnBy(specs), [specs])
  const asked = (action: Action): Action | undefined => {
    if (action.type !== Actions.DELETE_TAB) return action
    const node: unknown = action.data['node']
    return typeof node === 'string' && !mayClose(node) ? undefined : action
  }
  return (
    <div className="dock relative h-full min-h-0 flex-1">
      <Layout
        model={controller.model}
        factory={draw.pane}
        onAction={asked}
        onModelChange={onChange}
        supportsPopout={false}
        onRenderTab={draw.tab}
        onTabSetPlaceHolder={emptyPlace}
      />
    </div>
  )
}

function drawnBy(specs: Specs) {
  return {
    pane: (node: TabNode): ReactNode => <DockedPane node={node} specs={specs} />,
    tab(node: TabNode, drawn: ITabRenderValues): void {
      const Icon = specs.get(node.getComponent() ?? '')?.icon
      if (Icon !== undefined) drawn.leading = <Icon size={14} aria-hidden="true" />
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
  if (spec === undefined) return <Page>{texts.unknown(type)}</Page>
  return (
    <section aria-label={node.getName()} className="h-full min-h-0 overflow-clip bg-panel">
      <Suspense fallback={<Page>{null}</Page>}>
        <PaneContext value={around}>
          <spec.pane params={readParams(node.getConfig())} />
        </PaneContext>
      </Suspense>
    </section>
  )
}
