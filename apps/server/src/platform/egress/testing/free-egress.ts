import { openEgress, type Egress, type EgressParts } from '../egress.ts'

/** An egress of a machine on which none of our servers runs. */
export function freeEgress(parts: Omit<EgressParts, 'own'> = {}): Egress {
  return openEgress({ own: { refusal: () => undefined }, ...parts })
}
