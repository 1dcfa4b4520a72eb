import { ruleEffect as effectOf, toolFacts, type RuleEffect } from '@countersign/policy'
import { callSubject, type WaitingCall } from '@countersign/protocol'
import { dataFolder } from '@countersign/server/data-folder'
import { placeHere } from '../policy-here.ts'

/** The effect of a rule on a call of a chat, decided by the server's own policy. */
export function ruleEffect(text: string, call: WaitingCall, workspace: string): RuleEffect {
  const cwd = call.body.kind === 'shell' ? call.body.cwd : workspace
  const facts = toolFacts(call.tool)
  const judged = {
    // The server looked at this call: a file that undo brings back may be deleted by a rule.
    tool: call.decision.locked === undefined ? { ...facts, destructive: false } : facts,
    specifier: callSubject(call),
    place: placeHere(workspace, cwd, dataFolder()),
  }
  const asking = call.decision.parts.filter(({ verdict }) => verdict === 'ask')
  return effectOf(text, judged, {
    label: call.specifier === '' ? call.tool : call.specifier,
    parts: asking.map((part) => ({ ...part, byRule: part.reason.because === 'rule' })),
  })
}
