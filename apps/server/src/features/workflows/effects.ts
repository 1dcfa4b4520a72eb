import type { Call, CallResult } from '@countersign/agent'
import type { Place } from '@countersign/policy'
import type { ManifestView, NodeEffect, UserId } from '@countersign/protocol'
import {
  effectManifest,
  grantRules,
  withinBounds,
  type Compiled,
  type Effect,
  type Manifest,
} from '@countersign/workflow'
import type { Parts } from './parts.ts'
import type { NodeRule } from '../../rules/grants.ts'

/** Everything a version may do, known before it runs. `workflow`: the one that it is a version of; absent: none. */
export async function manifestView(
  { secrets, inputSource }: Pick<Parts, 'secrets' | 'inputSource'>,
  user: UserId,
  compiled: Compiled,
  workflow?: string,
): Promise<ManifestView> {
  const manifest = effectManifest(compiled, await inputSource(user, workflow))
  const named = new Set(manifest.effects.flatMap((effect) => effect.secrets))
  const saved = named.size === 0 ? [] : await secrets.list(user)
  const known = new Set(saved.map(({ name }) => name))
  return {
    effects: effectsOf(manifest),
    missing_secrets: [...named].filter((name) => !known.has(name)).toSorted(),
  }
}

/** The effects of all tool nodes of a graph, including those in bodies. */
function effectsOf(manifest: Manifest): readonly NodeEffect[] {
  return manifest.effects.map((effect) =>
    effectView(
      effect,
      manifest.flows.filter(({ to }) => to === effect.node),
    ),
  )
}

export function effectView(effect: Effect, flows: Manifest['flows'] = []): NodeEffect {
  const { reach, destructive, outside, model } = effect
  return {
    node: effect.node,
    title: effect.title,
    tool: effect.tool,
    category: effect.category,
    destructive: destructive === false ? 'no' : destructive === true ? 'yes' : 'maybe',
    reach: reach.kind,
    specifiers: reach.kind === 'exact' ? [reach.text] : reach.kind === 'bounds' ? reach.patterns : [],
    outside: [...new Set(outside.map(({ kind }) => kind))].toSorted(),
    flows: flows.map(({ kind, from, target }) => `${kind} ${from} → ${target}`),
    repeats: effect.repeated.length > 0,
    again: effect.again,
    secrets: effect.secrets,
    model: model === undefined || model === 'default' ? null : model,
  }
}

/** The grants that the card of a run offers; none if nothing can be granted. */
export function grantsOffered(compiled: Compiled): readonly ('run' | 'version')[] {
  return nodeRules(compiled).length === 0 ? [] : ['run', 'version']
}

/** Allow rules for each node, derived from the values that the graph fixes. A reach of `anything` gets none: a grant never exceeds what the card shows. */
export function nodeRules(compiled: Compiled): readonly NodeRule[] {
  return [...grantRules(effectManifest(compiled))].flatMap(([node, rules]) =>
    rules.map((rule) => ({ node, rule })),
  )
}

/** Rejects a call outside the bounds of its node, which the manifest would not show. Undefined if the call is within them. */
export function boundsOf(
  compiled: Compiled,
  place: Place,
): (node: string, call: Call) => CallResult | undefined {
  return (address, call) => {
    const node = compiled.byAddress.get(address)
    const bounds = node?.node.bounds
    if (node?.type.kind !== 'tool' || bounds === undefined) return undefined
    if (withinBounds(node.type.facts, bounds, call.specifier, place)) return undefined
    return {
      state: 'failed',
      code: 'out_of_bounds',
      text: `\`${call.specifierText}\` is outside the bounds of this node: ${bounds.join(', ')}`,
    }
  }
}
