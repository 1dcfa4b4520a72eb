import { Model } from 'flexlayout-react'
import type { IJsonModel } from 'flexlayout-react'
import { keep, readKept } from '../../data/browser-storage.ts'
import type { ScreenClass } from '../../workbench/layouts.ts'

/** The folder and the size of the screen that a layout is for. */
export interface LayoutPlace {
  readonly folder: string
  readonly screen: ScreenClass
}

const keyOf = ({ folder, screen }: LayoutPlace): string => `countersign.layout.${screen}.${folder}`

/** The layout that a person left here; undefined: none, or one that cannot be read. */
export function keptLayout(storage: Storage, place: LayoutPlace): IJsonModel | undefined {
  try {
    const text = readKept(storage, keyOf(place), null)
    if (text === null) return undefined
    // The library checks what it reads, and throws at what it does not know.
    const json = JSON.parse(text) as IJsonModel // checked by the next line
    Model.fromJson(json)
    return json
  } catch {
    return undefined
  }
}

export function keepLayout(storage: Storage, place: LayoutPlace, layout: IJsonModel): void {
  keep(storage, keyOf(place), JSON.stringify(layout))
}
