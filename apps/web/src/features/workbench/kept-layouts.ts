import { layoutRoutes, type KeptLayout, type ScreenClass } from '@countersign/protocol'
import { Model } from 'flexlayout-react'
import type { IJsonModel } from 'flexlayout-react'
import { call } from '../../data/http.ts'
import type { PaneSpec } from '../../platform/feature.ts'
import { CHAT, FIRST_LAYOUT, presetLayout, presetNamed } from '../../workbench/layouts.ts'
import { PRESETS } from '../../workbench/preset-names.ts'

/** The layouts of one folder on one size of screen. The server keeps them; this is what the page knows of them. */
export interface KeptLayouts {
  /** Those that ship, then those that were saved. */
  names(): readonly string[]
  /** The name as it is kept, whatever the case of its letters. */
  named(name: string): string | undefined
  /** The one that was used last. */
  last(): string
  arrangement(name: string): IJsonModel
  keep(name: string, layout: IJsonModel): void
  remove(name: string): void
  /** Only this screen's, so that a preset is as it ships. */
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
      // One that was saved on another screen is better than none.
      const other = preset === undefined ? layouts.find((one) => one.name === name) : undefined
      return readable(own?.layout) ?? readable(other?.layout) ?? presetLayout(specs, screen, preset)
    },
    keep(name, layout) {
      // The library writes its models as plain data.
      const data = JSON.parse(JSON.stringify(layout)) as KeptLayout['layout'] // a model is an object
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

/** Undefined: it is none that the library can read. */
function readable(layout: unknown): IJsonModel | undefined {
  if (layout === undefined) return undefined
  try {
    const json = layout as IJsonModel // the next line throws at what is none
    const model = Model.fromJson(json)
    // A layout without the chat is none of ours.
    return model.getNodeById(CHAT) === undefined ? undefined : json
  } catch {
    return undefined
  }
}
