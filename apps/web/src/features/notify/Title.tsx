import { useTitle } from './use-title.ts'

/** The title and the icon of the window say how much waits. */
export function Title() {
  useTitle()
  return null
}
