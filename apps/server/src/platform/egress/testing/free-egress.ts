import { openEgress, type Egress, type EgressParts } from '../egress.ts'

/** The egress of a machine without any of our servers. */
export function freeEgress(parts: Omit<EgressParts, 'own'> = {}): Egress {
  return openEgress({ own: { refusal: () => undefined }, ...parts })
}
