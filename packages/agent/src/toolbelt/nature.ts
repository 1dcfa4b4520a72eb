import type { Category, Suspicion, ToolFacts } from '@countersign/policy'
import type { Capability } from './capabilities.ts'
import type { CallNature, InspectedFacts } from './inspection.ts'

/** One value, or the list of possible ones, from which the inspection of a call picks. */
export type OneOf<T> = T | readonly [T, ...T[]]

/** A declaration's statement about the effects of its calls. */
export interface DeclaredNature {
  readonly name: string
  readonly category: OneOf<Category>
  readonly destructive: unknown
  readonly asks?: 'always'
  readonly editSafe: boolean
  readonly capability: OneOf<Capability>
  readonly specifier: { readonly kind: ToolFacts['kind'] }
}

/** An unknown tool is external, because no category is stricter. */
const MILDEST_FIRST: readonly Category[] = ['read', 'write', 'execute', 'external']

/** The category of a call whose inspection names none. */
export function strictestCategory(category: OneOf<Category>): Category {
  return MILDEST_FIRST.findLast((one) => listed(category).includes(one)) ?? 'external'
}

export function listed<T extends string>(value: OneOf<T>): readonly T[] {
  return typeof value === 'string' ? [value] : value
}

/** Whether calls are inspected again right before they run. */
export function isInspected({ category, destructive, capability }: DeclaredNature): boolean {
  return listed(category).length > 1 || listed(capability).length > 1 || destructive === 'by_inspection'
}

/** The facts of every call of a declaration unless its inspection says otherwise: the strictest that are listed. */
export function declaredFacts(declared: DeclaredNature, byArguments: boolean | Suspicion): ToolFacts {
  const { name, category, editSafe, asks, specifier } = declared
  const destructive = byArguments !== false || declared.destructive === 'by_inspection'
  return Object.freeze({
    name,
    category: strictestCategory(category),
    editSafe,
    kind: specifier.kind,
    destructive,
    ...(typeof byArguments === 'string' ? { suspect: byArguments } : {}),
    ...(asks === undefined ? {} : { asks }),
  })
}

/**
 * The nature of a call by its inspection. An error: the inspection names something that the declaration does not list, so all of it is
 * ignored.
 */
export function inspectedNature(
  declared: DeclaredNature,
  facts: ToolFacts,
  { category, destructive, capability }: InspectedFacts,
): CallNature | { readonly error: string } {
  const needs = listed(declared.capability)
  if (category === undefined && destructive === undefined && capability === undefined) return { facts, needs }
  if (category !== undefined && !listed(declared.category).includes(category))
    return beyond(`category \`${category}\``, declared)
  if (destructive !== undefined && declared.destructive !== 'by_inspection')
    if (destructive !== facts.destructive) return beyond(`\`destructive: ${destructive}\``, declared)
  if (capability !== undefined && !needs.includes(capability))
    return beyond(`capability \`${capability}\``, declared)
  return {
    facts: Object.freeze({
      ...facts,
      ...(category === undefined ? {} : { category }),
      ...(destructive === undefined ? {} : { destructive }),
    }),
    needs: capability === undefined ? needs : [capability],
  }
}

function beyond(what: string, { name }: DeclaredNature): { readonly error: string } {
  return { error: `looking at this call gave ${what}, which \`${name}\` does not declare` }
}
