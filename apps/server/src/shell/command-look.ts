import { startedCommands, type DiskFacts, type FoundBreaker, type Place } from '@countersign/policy'
import { handsOver } from './hand-over.ts'
import { leadsToOwn } from './own-links.ts'
import { ownCode, runsOurselves, type OwnCode } from './own-program.ts'

type Breaker = NonNullable<DiskFacts['breakers']>[number]

/** The facts with the findings that a person must see, if there are any. */
export function withBreakers(facts: DiskFacts, breakers: readonly Breaker[]): DiskFacts {
  return breakers.length === 0 ? facts : { ...facts, breakers }
}

/** Maximum number of reported findings: one is enough to ask. */
const MOST_TOLD = 5

let code: OwnCode | undefined

/**
 * Findings about a command that a person must see, whatever rules say: it hands work to an outside process, runs Countersign itself, or
 * leads to the gate's own files. It only looks; the policy decides. `descends`: its processes descend from one of our servers, so an
 * outside process would be mistaken for someone else. An unreadable text yields nothing: it asks anyway.
 */
export function lookAtCommand(
  command: string,
  place: Place,
  { descends }: { readonly descends: boolean },
): readonly Breaker[] {
  const started = startedCommands(command, place)
  if (started === undefined) return []
  code ??= ownCode()
  const own = code
  const found = new Map<string, Breaker>()
  const tell = (kind: FoundBreaker, target: string | undefined) => {
    if (target !== undefined && found.size < MOST_TOLD) found.set(`${kind} ${target}`, { kind, target })
  }
  for (const one of started.commands) {
    if (descends) tell('stranger', handsOver(one))
    tell('own-program', runsOurselves(one, own))
  }
  tell('own-link', leadsToOwn(started, place))
  return [...found.values()]
}
