import type { Place } from '../call.ts'
import type { Frame, Reading } from './context.ts'
import { sayCrossed } from './crossed-ways.ts'
import { walkLater } from './functions.ts'
import type { ShellReading } from './part.ts'
import { readScript } from './reader.ts'
import { join, startState } from './state.ts'
import { walkScript } from './walk.ts'

/**
 * Reads the text of a command as `bash -c` would: every command that could run, every file that a redirect touches, every
 * variable that it sets. Pure, never throws; what cannot be read with certainty is said to be unreadable.
 */
export function readShell(text: string, place: Place): ShellReading {
  const { script, problem } = readScript(text)
  const reading: Reading = {
    text,
    place,
    parts: [],
    unreadable: problem,
    steps: 0,
    functions: new Map(),
    aliases: new Set(),
    deferred: [],
    files: new Map(),
    downloads: new Set(),
    names: { links: new Map(), copies: new Map() },
    fetched: false,
    crossed: false,
    opened: [],
    pipes: new Set(),
    readdressed: false,
    unknownCalls: false,
    walkScript,
  }
  const frame: Frame = {
    reading,
    carriers: [],
    stdin: { kind: 'none' },
    calls: [],
    spawned: 0,
    depth: 0,
    prewalk: false,
    child: false,
  }
  try {
    const { ok, fail } = walkScript(script, startState(place), frame)
    walkLater(reading, frame, join(ok, fail))
  } catch (error) {
    // Only the stack can run out here; a text that does this is not one that a person can judge.
    const reason = error instanceof RangeError ? 'nested too deeply' : 'not readable'
    reading.unreadable ??= { reason, position: 0 }
  }
  sayCrossed(reading)
  const { parts, unreadable } = reading
  return unreadable === undefined ? { parts } : { parts, unreadable }
}
