import type { Command, CommandContext, PaletteItem } from '../../platform/command.ts'
import type { WebFeature } from '../../platform/feature.ts'
import type { Keymap } from '../../platform/keys/keymap.ts'
import { chordText } from '../../platform/keys/keymap.ts'
import { openPane } from '../../workbench/open-pane.ts'
import { texts as settingsTexts } from '../settings/texts.ts'
import { texts } from './texts.ts'

/** Places first, then actions, then threads. Urgent entries come before all of them. */
const GROUPS: readonly PaletteItem['group'][] = ['go', 'do', 'thread']

/** All currently available destinations and actions. */
export function itemsOf(
  features: readonly WebFeature[],
  context: CommandContext,
  keymap: Keymap,
): readonly PaletteItem[] {
  const commands = features
    .flatMap((feature) => feature.commands ?? [])
    .filter((command) => command.title !== undefined && command.when?.(context) !== false)
  const item = (command: Command): PaletteItem => commandItem(command, context, keymap)
  const others = features.flatMap((feature) => [
    ...placesOf(feature, context),
    ...commands.filter((one) => one.urgent !== true && feature.commands?.includes(one) === true).map(item),
    ...(feature.entries?.(context) ?? []),
  ])
  return [
    ...commands.filter(({ urgent }) => urgent === true).map(item),
    ...GROUPS.flatMap((group) => others.filter((other) => other.group === group)),
  ]
}

function placesOf({ routes = [], settings = [], panes = [] }: WebFeature, context: CommandContext) {
  const go = (id: string, label: string, to: string, hint: string): PaletteItem => ({
    id,
    group: 'go',
    label,
    hint,
    run: () => context.navigate(to),
  })
  return [
    ...routes.flatMap(({ path, nav }) => {
      if (nav?.in.includes('palette') !== true) return []
      const many = nav.count?.(context.view)
      return [go(path, nav.label, path, many === undefined ? '' : (nav.counted?.(many) ?? ''))]
    }),
    ...settings.map(({ id, title }) =>
      go(`settings-${id}`, title, `/settings/${id}`, settingsTexts.settings),
    ),
    ...panes.map(({ type, title }) => ({
      ...go(`pane-${type}`, title, `/pane/${type}`, texts.pane),
      // Next to a thread it joins the dock; elsewhere it is a separate page.
      run: () => void (openPane(type, {}) || context.navigate(`/pane/${type}`)),
    })),
  ]
}

function commandItem({ id, title = '', run }: Command, context: CommandContext, keymap: Keymap): PaletteItem {
  return {
    id,
    group: 'do',
    label: title,
    hint: chordText(keymap.chordFor(id)),
    // The palette restores the focus when it closes, so a command that moves it runs after that.
    run: () => window.setTimeout(() => run(context)),
  }
}

/** Maximum number of entries shown. */
const SHOWN = 40

/** Matching entries, in the order of the list; prefix matches first. */
export function matching(items: readonly PaletteItem[], text: string): readonly PaletteItem[] {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  const fits = items.filter(({ label, hint }) =>
    words.every((word) => `${label} ${hint}`.toLowerCase().includes(word)),
  )
  const first = words.join(' ')
  const begins = (item: PaletteItem): boolean => first !== '' && item.label.toLowerCase().startsWith(first)
  return [...fits.filter(begins), ...fits.filter((item) => !begins(item))].slice(0, SHOWN)
}
