import { Ellipsis } from 'lucide-react'
import { defineFeature } from '../platform/feature.ts'
import { Home } from './Home.tsx'
import { texts as paletteTexts } from './palette/texts.ts'
import { sectionsOf } from './settings/sections.ts'
import { texts } from './texts.ts'
import { applyTheme, THEMES } from './theme.ts'
import { lazy } from '../ui/lazy.ts'

const Palette = lazy(async () => ({ default: (await import('./palette/Palette.tsx')).Palette }))
const MorePage = lazy(async () => ({ default: (await import('./phone/MorePage.tsx')).MorePage }))
const SettingsPage = lazy(async () => ({
  default: (await import('./settings/SettingsPage.tsx')).SettingsPage,
}))
const FirstSection = lazy(async () => ({
  default: (await import('./settings/SettingsPage.tsx')).FirstSection,
}))

/** The shell's own parts: the start page, the settings, the palette, themes. */
export const shell = defineFeature({
  name: 'shell',
  routes: [
    { path: '/', page: Home, title: () => texts.product },
    { path: '/settings', page: FirstSection, title: () => texts.settings, under: () => '/more' },
    {
      path: '/settings/:section',
      page: SettingsPage,
      title: (_view, { section }, features) =>
        sectionsOf(features).find(({ id }) => id === section)?.title ?? texts.settings,
      under: () => '/more',
    },
    {
      path: '/more',
      page: MorePage,
      title: () => texts.more,
      nav: { label: texts.more, icon: Ellipsis, in: ['foot'] },
    },
  ],
  commands: [
    {
      id: 'palette',
      key: { chord: 'Control+k', does: paletteTexts.opens },
      run: ({ open }) => open(Palette),
    },
  ],
  entries: () =>
    THEMES.map((theme) => ({
      id: `theme-${theme}`,
      group: 'do',
      label: texts.toTheme(texts.themes[theme]),
      hint: '',
      run: () => {
        applyTheme(theme, document.documentElement, window.localStorage)
      },
    })),
})
