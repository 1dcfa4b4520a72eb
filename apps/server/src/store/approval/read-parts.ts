import { withNeededParts, type Signature } from '@countersign/protocol'
import type { Answered, GivenAnswer } from '../../gate/ports.ts'
import { maskBody } from '../sql/mask-body.ts'
import { offeredParts } from '../sql/offered-parts.ts'
import type { CallRow } from '../sql/tables.ts'
import { storedCall } from '../sql/views.ts'

type ReadParts =
  | { readonly ok: true; readonly signed: Pick<Signature, 'parts'> }
  | (Answered & { readonly ok: false })

/** The parts that an answer signs. All of them are a plain yes; parts that were not offered are refused. */
export function readParts({ decision, parts: given }: GivenAnswer, call: CallRow): ReadParts {
  const refused = (message: string): ReadParts => ({
    ok: false,
    code: 'bad_parts',
    message: `${message}; nothing was answered`,
    call: storedCall(call),
  })
  if (given === undefined) return { ok: true, signed: {} }
  if (decision !== 'allow_once') return refused('parts can be named only with `allow_once`')
  if (given.length === 0) return refused('no part is named; deny the call if you want none of it')
  const offered = offeredParts(call.frozen, maskBody(call.frozen.body))
  if (offered === undefined) return refused('this call is not shown in parts; allow or deny it as a whole')
  const named = new Set(given)
  if (named.size < given.length) return refused('a part is named twice')
  if (offered.filter(({ id }) => named.has(id)).length < named.size)
    return refused('this change does not have one of the named parts')
  // A wire needs the nodes at its ends: they are signed with it.
  const signed = withNeededParts(offered, named)
  return {
    ok: true,
    signed: signed.length === offered.length ? {} : { parts: { signed, of: offered.length } },
  }
}
