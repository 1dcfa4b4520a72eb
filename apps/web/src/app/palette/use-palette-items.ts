import { useContext } from 'react'
import { useLocation } from 'wouter'
import { useApp, useView } from '../../data/context.ts'
import type { PaletteItem } from '../../platform/command.ts'
import { useFeatures } from '../../platform/features-context.ts'
import { useKeymap } from '../../platform/keys/use-keymap.ts'
import { DialogContext } from '../dialog-context.ts'
import { itemsOf } from './palette-items.ts'

/** The entries of the palette, as they are right now. */
export function usePaletteItems(): readonly PaletteItem[] {
  const app = useApp()
  const view = useView((now) => now)
  const [path, navigate] = useLocation()
  const open = useContext(DialogContext)
  return itemsOf(useFeatures(), { app, view, path, navigate, open }, useKeymap())
}
