import { attachmentLine } from './attachment-line.ts'
import { signedPartsText, type CallState, type CallView } from '@countersign/protocol'
import {
  callObject,
  callSummary,
  callVerb,
  isShipped,
  modeLabel,
  withModeLabel,
} from '@countersign/protocol/client'
import { childrenOf } from './chat-state.ts'
import { line, type Line, type Tone } from './lines.ts'
import { visible, visibleLine } from './visible.ts'

/** A call and the calls inside it, one line each, with their outcome and signature. */
export function trackLines(call: CallView, calls: Iterable<CallView>, depth = 0): readonly Line[] {
  const all = [...calls]
  const indent = '  '.repeat(Math.min(depth, DEEPEST))
  return [
    stopLine(call, indent),
    ...outputLines(call, indent),
    ...childrenOf(call, all).flatMap((child) => trackLines(child, all, depth + 1)),
  ]
}

/** Several reads of one tool in one line. */
export function readsLine(calls: readonly CallView[]): Line {
  const names = calls.slice(0, NAMED_READS).map((call) => cut(visibleLine(callObject(call))))
  const took = calls.reduce((sum, { started_at, ended_at }) => sum + ((ended_at ?? 0) - (started_at ?? 0)), 0)
  const more = calls.length > NAMED_READS ? ' …' : ''
  return [
    { text: '+ ', tone: 'run' },
    { text: `${calls.length} reads`, tone: 'strong' },
    { text: ` ${names.join(', ')}${more}  ${lasted(took)}`, tone: 'dim' },
  ]
}

const NAMED_READS = 3

/** Deeper calls are not indented further: 80 columns are few. */
const DEEPEST = 6

const LOOK: Readonly<
  Record<CallState, { readonly mark: string; readonly word: string; readonly tone: Tone }>
> = {
  proposed: { mark: '·', word: 'proposed', tone: 'dim' },
  waiting: { mark: '?', word: 'waits for you', tone: 'ask' },
  approved: { mark: '·', word: 'countersigned', tone: 'dim' },
  running: { mark: '~', word: 'running', tone: 'ask' },
  succeeded: { mark: '+', word: 'ran', tone: 'run' },
  failed: { mark: '!', word: 'failed', tone: 'stop' },
  interrupted: { mark: '!', word: 'interrupted, may have had effects', tone: 'stop' },
  blocked: { mark: 'x', word: 'blocked', tone: 'stop' },
  denied: { mark: 'x', word: 'refused', tone: 'stop' },
  expired: { mark: 'x', word: 'expired', tone: 'stop' },
  cancelled: { mark: 'x', word: 'cancelled', tone: 'dim' },
  abandoned: { mark: 'x', word: 'abandoned', tone: 'dim' },
}

function stopLine(call: CallView, indent: string): Line {
  // A sub-agent is `approved` while one of its calls waits; for a person it is working.
  const isWorking = call.tool === SUBTASK && call.state === 'approved'
  const { mark, word, tone } = LOOK[isWorking ? 'running' : call.state]
  const by = signatureOf(call)
  const object = callObject(call)
  const summary = callSummary(call)
  // The verb of a successful call already says so.
  const went = summary === '' && call.state !== 'succeeded' ? word : visibleLine(summary)
  const took =
    call.started_at === null || call.ended_at === null ? [] : [lasted(call.ended_at - call.started_at)]
  const facts = [...(went === '' ? [] : [went]), ...took]
  return [
    { text: `${indent}${mark} `, tone },
    { text: nameOf(call), tone: 'strong' },
    { text: object === '' ? '' : ` ${cut(visibleLine(object))}`, tone: 'plain' },
    { text: facts.length === 0 ? '' : `  ${facts.join(', ')}`, tone: tone === 'run' ? 'dim' : tone },
    { text: by === '' ? '' : ` · ${by}`, tone: 'dim' },
  ]
}

/** A verb; followed by the tool's name if it is not one of ours. */
function nameOf(call: CallView): string {
  if (call.tool === SUBTASK) return 'Sub-agent'
  return isShipped(call) ? callVerb(call) : `${callVerb(call)} ${visibleLine(call.tool)}`
}

const SUBTASK = 'run_subtask'

const LONGEST_SPECIFIER = 300

function cut(text: string): string {
  return text.length <= LONGEST_SPECIFIER ? text : `${text.slice(0, LONGEST_SPECIFIER)}…`
}

/** The end of a long line: a sub-agent's paragraph is one. */
function endOf(text: string): string {
  return text.length <= LONGEST_SPECIFIER ? text : `…${text.slice(-LONGEST_SPECIFIER)}`
}

function lasted(ms: number): string {
  return ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`
}

/** The settler. */
function signatureOf({ signature, decision, state, started_at }: CallView): string {
  if (signature === null) return ''
  if (state === 'failed' && started_at === null && signature.via !== 'person')
    return 'before anyone was asked'
  const note = signature.feedback === undefined ? '' : `: ${visibleLine(signature.feedback)}`
  switch (signature.via) {
    case 'person':
      return `by you${signature.parts === undefined ? '' : `, ${signedPartsText(signature.parts)}`}${note}`
    case 'rule':
      return `rule ${visibleLine(signature.by)}`
    case 'mode':
      return `${visibleLine(modeLabel(signature.by))} mode`
    case 'readonly':
      return 'changes nothing'
    case 'policy':
      return visibleLine(withModeLabel(decision?.reason.sentence ?? signature.by))
    case 'timeout':
      return 'nobody answered in time'
    case 'stop':
      return 'the turn was stopped'
  }
}

/** How many lines are shown of a running call's output, a sub-agent's text, and an error. */
const OUTPUT_LINES = 3

function outputLines(call: CallView, indent: string): readonly Line[] {
  if (call.preview === null) return []
  const lines = visible(call.preview.trimEnd())
    .split('\n')
    .filter((text) => text !== '')
  const shown = (texts: readonly string[]) => texts.map((text) => line(`${indent}  | ${text}`, 'dim'))
  if (call.state === 'running' || call.state === 'failed') return shown(lines.slice(-OUTPUT_LINES).map(endOf))
  // A sub-agent's result is shown nowhere else; results of other tools go to the calling model.
  const isAnswer = call.tool === SUBTASK && call.state === 'succeeded'
  if (isAnswer) return shown(lines.slice(0, OUTPUT_LINES).map(cut))
  const attached = 'attachments' in call ? (call.attachments ?? []) : []
  return shown(attached.filter(({ id }) => id.startsWith('med_')).map(attachmentLine))
}
