import { commandReference } from './command-reference.ts'
import { protocolReference } from './protocol-reference.ts'
import { policyReference } from './policy-reference.ts'

/** Pages that are generated from the code, by path. */
export const PAGES: ReadonlyMap<string, () => string> = new Map([
  ['docs/commands.md', commandReference],
  ['docs/policy-reference.md', policyReference],
  ['docs/protocol.md', protocolReference],
])
