import type { CallState, CallView } from '@countersign/protocol'
import { childrenOf } from './chat-state.ts'
import { line, type Line, type Tone } from './lines.ts'
import { visible, visibleLine } from './visible.ts'

/** A call and the calls inside it, one line each, with what became of them and by whom. */
export function trackLines(call: CallView, calls: Iterable<CallView>, depth = 0): readonly Line[] {
  const all = [...calls]
  const indent = '  '.repeat(Math.min(depth, DEEPEST))
  return [
    stopLine(call, indent),
    ...outputLines(call, indent),
    ...childrenOf(call, all).flatMap((child) => trackLines(child, all, depth + 1)),
  ]
}

/** Deeper calls stand under one another: 80 columns are few. */
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
  const { mark, word, tone } = LOOK[call.state]
  const by = signatureOf(call)
  const took =
    call.started_at === null || call.ended_at === null ? '' : `, ${lasted(call.ended_at - call.started_at)}`
  return [
    { text: `${indent}${mark} `, tone },
    { text: call.tool, tone: 'strong' },
    { text: call.specifier === '' ? '' : ` ${cut(visibleLine(call.specifier))}`, tone: 'plain' },
    { text: `  ${word}${took}`, tone: tone === 'run' ? 'dim' : tone },
    { text: by === '' ? '' : ` · ${by}`, tone: 'dim' },
  ]
}

const LONGEST_SPECIFIER = 300

function cut(text: string): string {
  return text.length <= LONGEST_SPECIFIER ? text : `${text.slice(0, LONGEST_SPECIFIER)}…`
}

function lasted(ms: number): string {
  return ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`
}

/** Who or what settled it. */
function signatureOf({ signature, decision }: CallView): string {
  if (signature === null) return ''
  const note = signature.feedback === undefined ? '' : `: ${visibleLine(signature.feedback)}`
  switch (signature.via) {
    case 'person':
      return `by you${note}`
    case 'rule':
      return `rule ${visibleLine(signature.by)}`
    case 'mode':
      return `mode ${visibleLine(signature.by)}`
    case 'readonly':
      return 'changes nothing'
    case 'policy':
      return visibleLine(decision?.reason.sentence ?? signature.by)
    case 'timeout':
      return 'nobody answered in time'
    case 'stop':
      return 'the turn was stopped'
  }
}

/** Lines of a running call's output, and of an error, that are shown. */
const OUTPUT_LINES = 3

function outputLines(call: CallView, indent: string): readonly Line[] {
  if (call.preview === null || !['running', 'failed'].includes(call.state)) return []
  return visible(call.preview.trimEnd())
    .split('\n')
    .slice(-OUTPUT_LINES)
    .map((text) => line(`${indent}  | ${text}`, 'dim'))
}
