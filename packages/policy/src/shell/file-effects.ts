import type { Place } from '../model/call.ts'
import { resolvePath } from './directory.ts'
import { literal, type Field } from '../model/field.ts'
import type { CommandPart, ShellPart } from '../model/part.ts'
import { readShell } from './read-shell.ts'

/** A certain effect of a command on one path in its words. For people to see, never for decisions. */
export interface FileEffect {
  readonly act: 'overwrite' | 'append' | 'remove'
  /** As written. */
  readonly asked: string
  /** Absolute, by the text alone. */
  readonly path: string
}

/** A text without these has no effect that this module reports, so most commands are not parsed at all. */
const WORTH_READING = />|\b(?:tee|rm|unlink)\b/

/**
 * Files that a command writes by redirect or `tee`, and paths that it removes by name; a card shows their sizes. Only certain effects are
 * reported: words with holes or globs and unreadable texts yield nothing. Pure.
 */
export function fileEffects(command: string, place: Place): readonly FileEffect[] {
  if (!WORTH_READING.test(command)) return []
  const reading = readShell(command, place)
  if (reading.unreadable !== undefined) return []
  const found = new Map<string, FileEffect>()
  for (const effect of reading.parts.flatMap(effectsOf)) {
    const key = `${effect.act} ${effect.path}`
    if (!found.has(key)) found.set(key, effect)
  }
  return [...found.values()]
}

function effectsOf(part: ShellPart): readonly FileEffect[] {
  switch (part.kind) {
    case 'write':
      return effect(part.append ? 'append' : 'overwrite', part.target, part.cwds)
    case 'command':
      return commandEffects(part)
    case 'read':
    case 'assignment':
    case 'opaque':
    case 'breaker':
      return []
  }
}

function commandEffects({ argv, facts, cwds, shadowed, carriers }: CommandPart): readonly FileEffect[] {
  // A command that runs elsewhere touches the files there.
  if (shadowed || carriers.some(({ kind }) => kind === 'remote')) return []
  switch (facts.program) {
    case 'tee': {
      const append = argv.some((word) => /^(?:--append$|-[a-z]*a)/.test(literal(word) ?? ''))
      return facts.touches.flatMap(({ act, path }) =>
        act === 'write' ? effect(append ? 'append' : 'overwrite', path, cwds) : [],
      )
    }
    case 'rm':
    case 'unlink':
      return facts.touches.flatMap(({ act, path }) => (act === 'remove' ? effect('remove', path, cwds) : []))
    default:
      return []
  }
}

function effect(
  act: FileEffect['act'],
  field: Field,
  cwds: readonly (string | undefined)[],
): readonly FileEffect[] {
  const asked = literal(field)
  const [cwd, ...others] = cwds
  if (asked === undefined || asked === '' || others.length > 0) return []
  const path = resolvePath(asked, cwd)
  return path === undefined ? [] : [{ act, asked, path }]
}
