import type { Call } from './call.ts'

const signed: unique symbol = Symbol('countersigned')

/** A call that the policy or a person let run, and whose row says *running*. Only the gate can make one. */
export interface CountersignedCall {
  readonly call: Call
  readonly [signed]: true
}

/** Signs a call. Imported by `gate.ts` alone; the import rules fail the build elsewhere. */
export function countersign(call: Call): CountersignedCall {
  return new Countersigned(call)
}

/** Whether this module made the value. A look-alike built by hand is refused at run time too. */
export function isCountersigned(value: CountersignedCall): boolean {
  return Countersigned.made(value)
}

/** Keeps its call in a private field, so that nobody can replace it. */
class Countersigned implements CountersignedCall {
  readonly #call: Call

  constructor(call: Call) {
    this.#call = call
  }

  static made(value: object): boolean {
    return #call in value
  }

  get call(): Call {
    return this.#call
  }

  get [signed](): true {
    return true
  }
}
