import type { IJsonModel, IJsonTabSetNode } from 'flexlayout-react'
import type { PaneParams, PaneSpec } from '../platform/feature.ts'

/** Sizes of screens that have a layout each. */
export type ScreenClass = 'small' | 'medium' | 'large'

export function screenClassOf(width: number): ScreenClass {
  return width < 1200 ? 'small' : width < 1920 ? 'medium' : 'large'
}

export const CHAT = 'chat'
const FILES = 'files'

/** Attributes of every layout: panes stay mounted when hidden, nothing floats, and a double click maximises. */
const GLOBAL: NonNullable<IJsonModel['global']> = {
  tabEnablePopout: false,
  tabEnableRename: false,
  tabSetEnableClose: false,
  tabSetMinWidth: 160,
  tabSetMinHeight: 120,
}

/** Files at the left, an empty place for editors, the chat at the right. A small screen has no room for files. */
export function presetLayout(specs: ReadonlyMap<string, PaneSpec>, screen: ScreenClass): IJsonModel {
  const left: readonly IJsonTabSetNode[] =
    screen === 'small' ? [] : [tabset(20, [tabOf(specs, FILES, {})], 'left')]
  return {
    global: GLOBAL,
    borders: [],
    layout: {
      type: 'row',
      children: [
        ...left,
        tabset(46, screen === 'small' ? [tabOf(specs, FILES, {})] : [], 'center'),
        tabset(34, [tabOf(specs, CHAT, {})], 'right'),
      ],
    },
  }
}

function tabset(weight: number, tabs: readonly ReturnType<typeof tabOf>[], id: string): IJsonTabSetNode {
  return { type: 'tabset', id, weight, enableDeleteWhenEmpty: id !== 'center', children: [...tabs] }
}

/** The tab of a pane. Its id says what it shows, so that the same thing is never open twice. */
export function tabOf(specs: ReadonlyMap<string, PaneSpec>, type: string, params: PaneParams) {
  const spec = specs.get(type)
  return {
    type: 'tab',
    id: paneId(spec, type, params),
    name: spec?.titleOf?.(params) ?? spec?.title ?? type,
    component: type,
    config: params,
    enableClose: type !== CHAT,
  } as const
}

export function paneId(spec: PaneSpec | undefined, type: string, params: PaneParams): string {
  return spec?.by === undefined ? type : `${type}:${params[spec.by] ?? ''}`
}
