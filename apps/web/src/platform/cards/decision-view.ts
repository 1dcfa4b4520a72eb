import { explain, explainParts, explainReason } from '@countersign/policy'
import type { Decision } from '@countersign/policy'
import type { DecisionView } from '@countersign/protocol'

/** Converts a decision made in this page to the shape that the server sends. */
export function decisionView(decision: Decision): DecisionView {
  const sentences = explainParts(decision)
  return {
    verdict: decision.verdict,
    reason: { because: decision.reason.because, sentence: explain(decision) },
    parts: decision.parts.map((part, index) => ({
      label: part.label,
      ...(part.range === undefined ? {} : { start: part.range.start, end: part.range.end }),
      carriers: [...part.carriers],
      verdict: part.verdict,
      reason: {
        because: part.reason.because,
        sentence: sentences[index]?.why ?? explainReason(part.reason),
      },
    })),
    ...(decision.locked === undefined ? {} : { locked: decision.locked }),
  }
}
