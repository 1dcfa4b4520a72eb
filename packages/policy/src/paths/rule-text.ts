import type { Place } from '../model/call.ts'
import { formOf, isWithin } from './form.ts'

/** The pattern that spells out a path: anchored at the project, the home or the root, with every wildcard escaped. */
export function patternOfPath(path: string, place: Place): string {
  const form = formOf(path)
  const root = formOf(place.workspace)
  const home = formOf(place.home)
  if (isWithin(form, root)) return `/${spell(form.names.slice(root.names.length))}`
  if (isWithin(form, home) && home.names.length > 0) return `~/${spell(form.names.slice(home.names.length))}`
  return `//${spell(form.names)}`
}

function spell(names: readonly string[]): string {
  return names.map(escapeName).join('/')
}

/** A name in the form that a pattern matches literally; a trailing blank would otherwise be trimmed with the rule. */
function escapeName(name: string): string {
  return name.replaceAll(/[\\*?[]/g, '\\$&').replace(/ $/, '\\ ')
}
