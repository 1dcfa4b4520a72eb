import type { Call } from '../call.ts'

const signed: unique symbol = Symbol('countersigned')

/** A call that a rule or a person said yes to, and whose row says *running*. Only the gate can make one. */
export interface CountersignedCall {
  readonly call: Call
  readonly [signed]: true
}

/** Signs a call. Imported by `gate.ts` alone; the import rules fail the build elsewhere. */
export function countersign(call: Call): CountersignedCall {
  return Object.freeze({ call, [signed]: true as const })
}

/** True for what this module made. A look-alike built by hand is refused at run time too. */
export function isCountersigned(value: CountersignedCall): boolean {
  return value[signed]
}
