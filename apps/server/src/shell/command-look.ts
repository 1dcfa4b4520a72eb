import { startedCommands, type DiskFacts, type FoundBreaker, type Place } from '@countersign/policy'
import { handsOver } from './hand-over.ts'
import { leadsToOwn } from './own-links.ts'
import { ownCode, runsOurselves, type OwnCode } from './own-program.ts'

type Breaker = NonNullable<DiskFacts['breakers']>[number]

/** The facts with what a person must look at, where there is something. */
export function withBreakers(facts: DiskFacts, breakers: readonly Breaker[]): DiskFacts {
  return breakers.length === 0 ? facts : { ...facts, breakers }
}

/** Things to look at that are told: one is enough to ask. */
const MOST_TOLD = 5

let code: OwnCode | undefined

/**
 * What a person must look at of a command, whatever rules say: that it hands work to a stranger, runs Countersign itself, or leads to the
 * gate's own files. Only looks; the policy decides. `descends`: what it starts comes from one of our servers, so that a stranger would be
 * taken for someone else. Of a text that cannot be read there is nothing: that asks anyway.
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
