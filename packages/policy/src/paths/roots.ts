import type { Place } from '../model/call.ts'
import { formOf, isWithin, type PathForm } from './form.ts'

/** `/`, a top-level directory, the home, the workspace root, or a parent of these: never moved or removed without a person. */
export function isRoot(form: PathForm, place: Place): boolean {
  return form.names.length <= 1 || [place.home, place.workspace].some((root) => isWithin(formOf(root), form))
}

const HARMLESS = new Set(['null', 'shm'])

/** In `/dev` (except `/dev/null` and `/dev/shm`), `/proc` or `/sys`: a write there goes to a device or the kernel. */
export function isDevice({ names: [top, second] }: PathForm): boolean {
  if (top === 'dev') return second === undefined || !HARMLESS.has(second)
  return top === 'proc' || top === 'sys'
}
