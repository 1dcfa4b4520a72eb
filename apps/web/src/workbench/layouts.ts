import type { ScreenClass } from '@countersign/protocol'
import type { IJsonModel, IJsonRowNode, IJsonTabSetNode } from 'flexlayout-react'
import type { View } from '../data/view.ts'
import type { PaneParams, PaneSpec } from '../platform/feature.ts'
import { PRESETS, type Preset } from './preset-names.ts'

export const CHAT = 'chat'

/** The initial layout of a folder. */
export const FIRST_LAYOUT: Preset = 'Write'

/** The preset with this name, ignoring case. */
export function presetNamed(name: string): Preset | undefined {
  return PRESETS.find((preset) => preset.toLowerCase() === name.trim().toLowerCase())
}

/** Attributes of every layout: panes stay mounted when hidden, nothing floats, and a double click maximises. */
const GLOBAL: NonNullable<IJsonModel['global']> = {
  tabEnablePopout: false,
  tabEnableRename: false,
  tabSetEnableClose: false,
  tabSetMinWidth: 160,
  tabSetMinHeight: 120,
}

type Specs = ReadonlyMap<string, PaneSpec>
type Place = IJsonTabSetNode | IJsonRowNode

/** The layout of a preset. A small screen has no room for a third column. */
export function presetLayout(specs: Specs, screen: ScreenClass, preset: Preset = FIRST_LAYOUT): IJsonModel {
  const tabs = (...types: string[]) =>
    types.filter((type) => specs.has(type)).map((type) => tabOf(specs, type, {}))
  const chat = (weight: number): Place => set(weight, tabs(CHAT), 'right')
  const children: Readonly<Record<Preset, readonly Place[]>> = {
    Chat: [chat(100)],
    Write:
      screen === 'small'
        ? [set(60, tabs('files'), 'center'), chat(40)]
        : [set(20, tabs('files'), 'left'), set(46, [], 'center'), chat(34)],
    Review:
      screen === 'small'
        ? [set(60, tabs('changes', 'files'), 'center'), chat(40)]
        : [set(18, tabs('files'), 'left'), set(50, tabs('changes'), 'center'), chat(32)],
    Watch:
      screen === 'small'
        ? [set(60, tabs('observability', 'waiting', 'status'), 'center'), chat(40)]
        : [
            {
              type: 'row',
              weight: 62,
              children: [
                set(50, tabs('observability', 'status'), 'center'),
                set(50, tabs('waiting'), 'below'),
              ],
            },
            chat(38),
          ],
  }
  return { global: GLOBAL, borders: [], layout: { type: 'row', children: [...children[preset]] } }
}

function set(weight: number, tabs: readonly ReturnType<typeof tabOf>[], id: string): IJsonTabSetNode {
  return { type: 'tabset', id, weight, enableDeleteWhenEmpty: id !== 'center', children: [...tabs] }
}

/** The tab of a pane. Its id is derived from its content, so that the same thing is never open twice. */
export function tabOf(specs: Specs, type: string, params: PaneParams) {
  const spec = specs.get(type)
  const id = paneId(spec, type, params)
  return {
    type: 'tab',
    id,
    name: titleOf(spec, type, params),
    component: type,
    config: params,
    // The thread of the address cannot be closed; threads in other panes can.
    enableClose: id !== CHAT,
  } as const
}

export function titleOf(spec: PaneSpec | undefined, type: string, params: PaneParams, view?: View): string {
  return spec?.titleOf?.(params, view) ?? spec?.title ?? type
}

export function paneId(spec: PaneSpec | undefined, type: string, params: PaneParams): string {
  const by = spec?.by === undefined ? undefined : params[spec.by]
  return by === undefined || by === '' ? type : `${type}:${by}`
}
