import type { Place } from '../model/call.ts'
import type { Script } from './ast.ts'
import { refuse, type Frame, type Reading } from './context.ts'
import { deferPiped, reportConcurrentDownloads } from './concurrent-io.ts'
import { walkLater } from './functions.ts'
import type { ShellReading } from '../model/part.ts'
import { readScript } from './reader.ts'
import { join, startState, type State } from './state.ts'
import { walkScript } from './walk.ts'

/**
 * Reads the text of a command as `bash -c` would: every command that could run, every file that a redirect touches, every variable that it
 * sets. Pure, never throws; a text that cannot be parsed with certainty is reported as unreadable.
 */
export function readShell(text: string, place: Place): ShellReading {
  const parsed = readScript(text)
  const first = walkText(text, place, parsed, NOTHING_WRITTEN)
  // A job may read a file before or after another part of the text writes it, whatever their order.
  const again = first.concurrent && first.files.size + first.made.size + first.names.copies.size > 0
  const { parts, unreadable } = again ? walkText(text, place, parsed, first) : first
  return unreadable === undefined ? { parts } : { parts, unreadable }
}

/** The known files before anything was read. */
type Written = Pick<Reading, 'files' | 'made' | 'lost' | 'pipes' | 'names'>

const NOTHING_WRITTEN: Written = {
  files: new Map(),
  made: new Set(),
  lost: new Set(),
  pipes: new Set(),
  names: { links: new Map(), copies: new Map(), full: new Set(), tangled: new Set() },
}

function walkText(
  text: string,
  place: Place,
  { script, problem }: ReturnType<typeof readScript>,
  { files, made, lost, pipes, names }: Written,
): Reading {
  const reading: Reading = {
    text,
    place,
    parts: [],
    unreadable: problem,
    steps: 0,
    functions: new Map(),
    aliases: new Set(),
    deferred: [],
    files: new Map(files),
    made: new Set(made),
    lost: new Set(lost),
    downloads: new Set(),
    names: {
      links: new Map(names.links),
      copies: new Map(names.copies),
      full: new Set(names.full),
      tangled: new Set(names.tangled),
    },
    fetched: false,
    concurrent: false,
    opened: [],
    pipes: new Set(pipes),
    fed: false,
    printedRoots: [],
    readdressed: false,
    unknownCalls: false,
    walkScript,
  }
  const frame: Frame = {
    reading,
    carriers: [],
    stdin: { kind: 'none' },
    outputUsed: false,
    calls: [],
    spawned: 0,
    depth: 0,
    prewalk: false,
    child: false,
  }
  try {
    const start = startState(place)
    const end = walkLines(script, text, start, frame)
    deferPiped(reading, frame)
    walkLater(reading, frame, end)
    for (const what of start.beyond) refuse(reading, `more ${what} than are followed`, 0)
  } catch (error) {
    // Only the stack can overflow here; a person could not judge such a text anyway.
    const reason = error instanceof RangeError ? 'nested too deeply' : 'not readable'
    reading.unreadable ??= { reason, position: 0 }
  }
  reportConcurrentDownloads(reading)
  return reading
}

/** Walks line by line: after a failing expansion bash drops only the rest of the line. */
function walkLines({ statements, range }: Script, text: string, start: State, frame: Frame): State {
  let state = start
  let from = 0
  for (let at = 1; at <= statements.length; at += 1) {
    const [before, next] = [statements[at - 1]?.node.range.end, statements[at]?.node.range.start]
    if (next !== undefined && !text.slice(before, next).includes('\n')) continue
    const { ok, fail } = walkScript({ statements: statements.slice(from, at), range }, state, frame)
    state = join(ok, fail)
    if (state.doubt === 'line') state.doubt = 'none'
    from = at
  }
  return state
}
