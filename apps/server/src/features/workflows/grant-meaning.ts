import { graphBody, readBody, type UserId } from '@countersign/protocol'
import type { AnswerMeaning } from '../../platform/answer-meanings.ts'
import { nodeRules } from './effects.ts'
import type { Parts } from './parts.ts'
import { GRANTS_FORBIDDEN, type NodeRule } from '../../rules/grants.ts'

/** *Start and allow what is shown*, *Allow this version*: creates rules for each node from what the card shows of it. */
export function grantMeaning(parts: Parts): AnswerMeaning {
  return {
    async problem(call, { grant, answer }) {
      if (answer !== undefined) return 'a run accepts no `answer`'
      // The administrator may have forbidden grants after the card was drawn.
      if (await parts.forbidsGrants()) return GRANTS_FORBIDDEN
      const shown = readBody(graphBody, call.call.body)
      if (shown === undefined || grant === undefined) return 'this card offers no grant'
      return shown.grants.includes(grant)
        ? undefined
        : 'nothing that this workflow does can be allowed in advance'
    },
    async write(trx, user, call, { grant, grantSeconds }) {
      const shown = readBody(graphBody, call.call.body)
      const workflowId = shown?.workflow_id ?? undefined
      if (shown === undefined || workflowId === undefined || grant === undefined) return
      await parts.grants.add(trx, user, {
        workflowId,
        hash: shown.hash,
        runCall: grant === 'run' ? call.call.id : null,
        seconds: grantSeconds,
        rules: await rulesOf(parts, user, shown),
      })
    },
  }
}

/** Rules of the version that was shown, as it compiles now: a different hash grants nothing. */
async function rulesOf(
  { workflows, library }: Parts,
  user: UserId,
  { workflow_id, hash }: { readonly workflow_id: string | null; readonly hash: string },
): Promise<readonly NodeRule[]> {
  const version = workflow_id === null ? undefined : await workflows.version(workflow_id, hash)
  const read = version && (await library.read(user, version.graph))
  return read?.ok === true && read.compiled.hash === hash ? nodeRules(read.compiled) : []
}
