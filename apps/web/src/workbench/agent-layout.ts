import { z } from 'zod'
import type { PaneSpec } from '../platform/feature.ts'
import type { LayoutController } from './layout-controller.ts'
import type { Done, Guard, Side } from './pane-types.ts'

/** The part of the dock that the agent's `layout.*` calls can use. */
export interface AgentDock {
  readonly controller: LayoutController
  readonly specs: ReadonlyMap<string, PaneSpec>
  /** The panes that must stay visible now. */
  readonly guard: () => Guard
  readonly layouts: () => { readonly names: readonly string[]; readonly current: string }
  readonly switchTo: (name: string, guard: Guard) => Done
}

const Open = z.object({
  type: z.string(),
  params: z.record(z.string(), z.string()).default({}),
  beside: z.string().optional(),
  side: z.enum(['left', 'right', 'above', 'below', 'with']).default('right'),
})
const OnePane = z.object({ pane: z.string({ error: '`instanceId` is missing' }) })
const Split = OnePane.extend({
  direction: z.enum(['right', 'left', 'above', 'below', 'vertical', 'horizontal']),
  type: z.string().optional(),
})
const Move = OnePane.extend({ beside: z.string(), side: Open.shape.side.unwrap() })
const Switch = z.object({ layout: z.string({ error: '`layout` is missing' }) })

/** Performs one `layout.*` call of the agent. It only arranges: the keyboard focus and waiting cards stay where they are. */
export function layoutCall(dock: AgentDock, verb: string, args: unknown): Done {
  const { controller } = dock
  switch (verb) {
    case 'list':
      return { ok: true, text: JSON.stringify(listed(dock), null, 1) }
    case 'open': {
      const { type, params, beside, side } = Open.parse(args)
      return controller.open(type, params, beside === undefined ? undefined : { beside, side }, dock.guard())
    }
    case 'split': {
      const { pane, direction, type } = Split.parse(args)
      return controller.split(pane, sideOf(direction), type, dock.guard())
    }
    case 'move': {
      const { pane, beside, side } = Move.parse(args)
      return controller.move(pane, beside, side, dock.guard())
    }
    case 'focus':
      return controller.show(OnePane.parse(args).pane, dock.guard())
    case 'close':
      return controller.close(OnePane.parse(args).pane, dock.guard())
    case 'switch':
      return dock.switchTo(Switch.parse(args).layout, dock.guard())
    default:
      return { ok: false, text: `There is no \`layout.${verb}\`.` }
  }
}

/** A vertical divider separates panes side by side, a horizontal one panes above each other. */
function sideOf(direction: z.infer<typeof Split>['direction']): Side {
  return direction === 'vertical' ? 'right' : direction === 'horizontal' ? 'below' : direction
}

function listed({ controller, specs, layouts }: AgentDock): unknown {
  const { names, current } = layouts()
  return {
    types: [...specs.values()].map(({ type, title, by }) => ({
      type,
      title,
      params: by === undefined ? [] : [by],
    })),
    open: controller.panes().map(({ id, title, visible }) => ({ instanceId: id, title, visible })),
    layouts: names,
    layout: current,
  }
}
