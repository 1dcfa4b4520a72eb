import { turnTools, type ToolSketch } from '@countersign/agent'
import { imageStore } from '../../images/image-store.ts'
import { osSandbox } from '../../sandbox/sandbox.ts'
import { openCheckpoints } from '../../tools/checkpoints/checkpoints.ts'
import { locksOfOneProcess } from '../../tools/files/path-locks.ts'
import { openLaterFiles } from '../../tools/runs-later/open.ts'
import { terminalSessions } from '../../tools/terminal/sessions.ts'
import { terminalTools } from '../../tools/terminal/terminal-tools.ts'
import { builtInTools } from '../../tools/toolbelt.ts'

/** Every tool of the server and of the loop, as declared: none of them is run here. */
export function declaredTools(): readonly ToolSketch[] {
  const name = () => 'none'
  const checkpoints = openCheckpoints({
    folder: '/none',
    trash: '/none',
    now: () => 0,
    newName: name,
    paths: locksOfOneProcess(),
  })
  const marks = { markOf: () => Promise.resolve(undefined), isAlive: () => Promise.resolve(false) }
  const belt = builtInTools({
    checkpoints,
    images: imageStore('/none', { now: () => 0 }),
    searchService: () => Promise.resolve(undefined),
    terminal: terminalTools({
      process: { reaper: undefined },
      sessions: terminalSessions(name),
      sandbox: osSandbox({ hidden: [], off: true }),
      hostsOf: () => Promise.resolve([]),
      newMarker: name,
      later: openLaterFiles({ folder: '/none', checkpoints, marks, clock: { now: () => 0 } }).guard,
    }),
  })
  return [...belt.all(), ...turnTools()]
}
