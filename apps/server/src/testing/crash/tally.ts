import type { CallReport, Report } from './messages.ts'
import { askedAgain, misplaced } from './tree-tally.ts'

/** Acknowledgements to a client, which must stay true. */
export interface Told {
  /** Rounds whose message was acknowledged. */
  readonly started: ReadonlySet<string>
  /** Answers that were acknowledged, by call. */
  readonly answers: ReadonlyMap<string, 'allow_once' | 'deny'>
}

/** Everything that is wrong, in sentences; empty when nothing is. */
export interface Verdict {
  readonly calls: number
  readonly effects: number
  readonly succeeded: number
  readonly interrupted: number
  readonly double: readonly string[]
  readonly lost: readonly string[]
  readonly unverifiable: readonly string[]
  readonly misplaced: readonly string[]
  readonly askedAgain: readonly string[]
}

/** Compares acknowledgements and effects with the rows. Pure. */
export function judge(
  report: Report,
  effectLines: readonly string[],
  told: Told,
  modelLines: readonly string[] = [],
): Verdict {
  const effects = new Map<string, number>()
  for (const token of effectLines) effects.set(token, (effects.get(token) ?? 0) + 1)
  const once = report.calls.filter(({ tool }) => tool !== 'count.safe' && tool !== 'run_subtask')
  const rounds = new Map(report.turns.map(({ round, status }) => [round, status]))
  return {
    calls: report.calls.length,
    effects: effectLines.length,
    succeeded: report.calls.filter(({ state }) => state === 'succeeded').length,
    interrupted: report.calls.filter(({ state }) => state === 'interrupted').length,
    double: once.flatMap(({ token }) =>
      (effects.get(token) ?? 0) > 1 ? [`${token} had ${effects.get(token)} effects`] : [],
    ),
    lost: [
      ...report.calls.flatMap((call) => lostEffect(call, effects.get(call.token) ?? 0)),
      ...report.calls.flatMap((call) => lostAnswer(call, told.answers.get(call.id))),
      ...[...told.answers.keys()].flatMap((id) =>
        report.calls.some((call) => call.id === id) ? [] : [`the answered call ${id} is gone`],
      ),
      ...[...told.started].flatMap((round) => {
        const status = rounds.get(round)
        if (status === undefined) return [`the message of ${round} is gone`]
        return status === 'done' ? [] : [`the turn of ${round} is ${status}`]
      }),
    ],
    unverifiable: report.audit.ok ? [] : report.audit.problems,
    misplaced: misplaced(report),
    askedAgain: askedAgain(modelLines),
  }
}

/** Done means done once; refused means not at all. */
function lostEffect(call: CallReport, effects: number): readonly string[] {
  // Sub-agents have no effect of their own; the tree check covers how they ended.
  if (call.tool === 'run_subtask') return []
  switch (call.state) {
    case 'succeeded':
      return effects === 0 ? [`${call.token} succeeded without an effect`] : []
    case 'denied':
    case 'blocked':
    case 'expired':
    case 'cancelled':
      return effects > 0 ? [`${call.token} is ${call.state} and had an effect`] : []
    case 'interrupted':
      return call.tool === 'count.keyed' ? [`${call.token} could have been looked at and was not`] : []
    default:
      return [`${call.token} is still ${call.state}`]
  }
}

/** An acknowledged answer must be the recorded one. */
function lostAnswer(call: CallReport, answer: 'allow_once' | 'deny' | undefined): readonly string[] {
  if (answer === undefined) return []
  const kept =
    answer === 'deny' ? call.state === 'denied' : call.state === 'succeeded' || call.state === 'interrupted'
  return kept && call.via === 'person' ? [] : [`${call.token} was answered ${answer} and is ${call.state}`]
}
