import { createContext } from 'react'
import type { Dialog } from '../platform/command.ts'

/** Opens a dialog over the page. */
export const DialogContext = createContext<(dialog: Dialog) => void>(() => {})
