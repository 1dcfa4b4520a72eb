import type { ClientTool } from '@countersign/protocol'

/** A tool that a page offers for someone else, as its owner declared it: the page's own claims are ignored. */
export interface OwnedTool {
  readonly tool: ClientTool
  /** Its owner, for people: `plugin Clock`. */
  readonly source: string
  /** Whether its description is trusted. Otherwise its reads ask too. */
  readonly trusted: boolean
  /** The capability that a thread needs for it. */
  readonly capability: string
  /** Milliseconds that a call may take. */
  readonly time: number
}

/** A feature that knows tools that pages offer for someone else. The same object until something changes. */
export interface ToolOwner {
  /** Undefined: there is no such tool now. */
  find(offered: ClientTool): OwnedTool | undefined
  /** Whether this owner declares the tools of this module. */
  owns(module: string): boolean
  sourceOf(name: string): string | undefined
}

export interface ToolOwners extends ToolOwner {
  add(owner: ToolOwner): void
}

/** Made before the features start: some register themselves, others query it. */
export function toolOwners(): ToolOwners {
  const owners: ToolOwner[] = []
  const first = <T>(ask: (owner: ToolOwner) => T | undefined): T | undefined => {
    for (const owner of owners) {
      const found = ask(owner)
      if (found !== undefined) return found
    }
    return undefined
  }
  return {
    add: (owner) => void owners.push(owner),
    find: (offered) => first((owner) => owner.find(offered)),
    owns: (module) => owners.some((owner) => owner.owns(module)),
    sourceOf: (name) => first((owner) => owner.sourceOf(name)),
  }
}
