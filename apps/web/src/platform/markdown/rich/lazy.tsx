import { Suspense } from 'react'
import type { ReactNode } from 'react'
import type { FormulaProps } from './Formula.tsx'
import { lazy } from '../../../ui/lazy.ts'

const LoadedFormula = lazy(async () => ({ default: (await import('./Formula.tsx')).Formula }))
const LoadedDiagram = lazy(async () => ({ default: (await import('./Diagram.tsx')).Diagram }))

/** A formula; its renderer is loaded with the first one. Until then its source is shown. */
export function Formula(props: FormulaProps) {
  return (
    <Suspense fallback={props.raw}>
      <LoadedFormula {...props} />
    </Suspense>
  )
}

/** A diagram; its renderer is loaded with the first one. Until then its code is shown. */
export function Diagram(props: { readonly source: string; readonly children: ReactNode }) {
  return (
    <Suspense fallback={props.children}>
      <LoadedDiagram {...props} />
    </Suspense>
  )
}
