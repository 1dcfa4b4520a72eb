import type { Place } from '../model/call.ts'
import { formOf, isWithin, type PathForm } from '../paths/form.ts'
import { patternOfPath } from '../paths/rule-text.ts'
import { candidate } from './candidate.ts'
import type { Candidate } from './offer.ts'

/** Rules for a path, from this file to everything below its folder. `spelled`: only a rule that spells it out can help. */
export function pathCandidates(
  tool: string,
  path: string,
  place: Place,
  options: { readonly spelled: boolean },
): readonly Candidate[] {
  const exact = candidate(`${tool}(${patternOfPath(path, place)})`, 'exact', `this path alone, by ${tool}`)
  const folder = parentOf(formOf(path))
  if (options.spelled || !isNarrowEnough(folder, place)) return exact
  const pattern = patternOfPath(folder.path, place)
  return [
    ...exact,
    ...candidate(`${tool}(${pattern}/*)`, 'folder', `every path directly in ${pattern}, by ${tool}`),
    ...candidate(`${tool}(${pattern}/**)`, 'tree', `every path below ${pattern}, by ${tool}`),
  ]
}

function parentOf({ path }: PathForm): PathForm {
  return formOf(`${path}/..`)
}

/** A root, a home and the folders above them are never offered as a whole: that would be everything. */
function isNarrowEnough(folder: PathForm, place: Place): boolean {
  if (isWithin(formOf(place.workspace), folder) || isWithin(formOf(place.home), folder)) return false
  return folder.names.length > 1 || folder.names[0] === 'tmp'
}
