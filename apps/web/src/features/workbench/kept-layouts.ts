import { layoutRoutes, type KeptLayout, type ScreenClass } from '@countersign/protocol'
import { Model } from 'flexlayout-react'
import type { IJsonModel } from 'flexlayout-react'
import { call } from '../../data/http.ts'
import type { PaneSpec } from '../../platform/feature.ts'
import { CHAT, FIRST_LAYOUT, presetLayout, presetNamed } from '../../workbench/layouts.ts'
import { PRESETS } from '../../workbench/preset-names.ts'

/** The layouts of one folder for one screen size. The server stores them; this is the page's copy. */
export interface KeptLayouts {
  /** The built-in layouts, then the saved ones. */
  names(): readonly string[]
  /** The stored spelling of a name, ignoring case. */
  named(name: string): string | undefined
  /** The last used layout. */
  last(): string
  arrangement(name: string): IJsonModel
  keep(name: string, layout: IJsonModel): void
  remove(name: string): void
  /** Removes only this screen's version, which restores the built-in preset. */
  reset(name: string): void
}

interface Place {
  readonly folder: string
  readonly screen: ScreenClass
  readonly specs: ReadonlyMap<string, PaneSpec>
}

export function keptLayouts(
  { folder, screen, specs }: Place,
  known: readonly KeptLayout[],
  changed: (layouts: readonly KeptLayout[]) => void,
): KeptLayouts {
  let layouts = known
  const set = (next: readonly KeptLayout[]): void => {
    layouts = next
    changed(next)
  }
  const names = (): readonly string[] => [
    ...PRESETS,
    ...new Set(
      layouts
        .map(({ name }) => name)
        .filter((name) => presetNamed(name) === undefined)
        .toSorted(),
    ),
  ]
  const named = (name: string): string | undefined => {
    const wanted = name.trim().toLowerCase()
    return names().find((one) => one.toLowerCase() === wanted)
  }
  return {
    names,
    named,
    last: () => named(layouts.find((one) => one.screen === screen)?.name ?? '') ?? FIRST_LAYOUT,
    arrangement(name) {
      const preset = presetNamed(name)
      const own = layouts.find((one) => one.name === name && one.screen === screen)
      // A layout saved on another screen is better than none.
      const other = preset === undefined ? layouts.find((one) => one.name === name) : undefined
      return readable(own?.layout) ?? readable(other?.layout) ?? presetLayout(specs, screen, preset)
    },
    keep(name, layout) {
      // The library's models serialize to plain data.
      const data = JSON.parse(JSON.stringify(layout)) as KeptLayout['layout'] // a serialized model is an object
      const rest = layouts.filter((one) => one.name !== name || one.screen !== screen)
      set([{ name, screen, layout: data }, ...rest])
      void call(layoutRoutes.keep, { body: { folder, name, screen, layout: data } })
    },
    remove(name) {
      set(layouts.filter((one) => one.name !== name))
      void call(layoutRoutes.remove, { query: { folder, name } })
    },
    reset(name) {
      set(layouts.filter((one) => one.name !== name || one.screen !== screen))
      void call(layoutRoutes.remove, { query: { folder, name, screen } })
    },
  }
}

/** Undefined if the library cannot read the layout. */
function readable(layout: unknown): IJsonModel | undefined {
  if (layout === undefined) return undefined
  try {
    const json = layout as IJsonModel // the next line throws if it is not one
    const model = Model.fromJson(json)
    // A layout without the thread is not ours.
    return model.getNodeById(CHAT) === undefined ? undefined : json
  } catch {
    return undefined
  }
}
