import { literal, type Field } from '../field.ts'
import type { Touch } from '../part.ts'
import type { FactsPatch, ParsedArgs, ProgramFacts } from './spec.ts'
import { writes } from './touches.ts'

/** `cp a b`: b is written or, when it is a directory, b/a. `-t` names the directory. */
export function intoTarget(args: ParsedArgs, facts: ProgramFacts): FactsPatch {
  const named = args.value('-t')
  const target = named ?? (args.operands.length > 1 ? args.operands.at(-1) : undefined)
  if (target === undefined) return {}
  const sources = named === undefined ? args.operands.slice(0, -1) : args.operands
  const touched = facts.touches.filter((touch) => touch.act !== 'write')
  const moves = args.program.endsWith('mv')
  const recursive = moves || touched.some((touch) => touch.recursive) || args.has('-r', '-a')
  // What is moved or linked can be read in its new place, and what is linked be written there.
  const links = args.program.endsWith('ln') || args.has('-s', '-l')
  const acts: readonly Touch['act'][] = moves
    ? ['remove', 'read', 'write']
    : links
      ? ['read', 'write']
      : ['read']
  const taken = sources.flatMap((path) => acts.map((act): Touch => ({ act, path, recursive })))
  const inside = args.has('-T') ? [] : sources.flatMap((source) => insideOf(target, source))
  return { touches: [...taken, writes(target), ...inside] }
}

/** The place of a copy inside a target directory. */
function insideOf(target: Field, source: Field): readonly Touch[] {
  const name = base(source)
  if (name === undefined || name === '' || name === '.' || name === '..') return []
  const last = target.pieces.at(-1)
  const pieces = last?.kind === 'text' ? target.pieces.slice(0, -1) : target.pieces
  const text = last?.kind === 'text' ? `${last.text.replace(/\/+$/, '')}/${name}` : `/${name}`
  return [writes({ ...target, pieces: [...pieces, { kind: 'text', text }] })]
}

function base(field: Field): string | undefined {
  const text = literal(field)?.replace(/\/+$/, '')
  return text === undefined ? undefined : text.slice(text.lastIndexOf('/') + 1)
}
