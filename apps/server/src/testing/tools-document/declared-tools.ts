import { turnTools, type ToolSketch } from '@countersign/agent'
import { imageStore } from '../../images/image-store.ts'
import { osSandbox } from '../../sandbox/sandbox.ts'
import { contentFiles } from '../../platform/files/content-files.ts'
import { openCheckpoints } from '../../checkpoints/checkpoints.ts'
import { locksOfOneProcess } from '../../workspace/path-locks.ts'
import { openLaterFiles } from '../../runs-later/open.ts'
import { UserId } from '@countersign/protocol'
import { collectionTools, type ToolParts } from '../../features/collections/tools.ts'
import { terminalSessions } from '../../features/terminal/sessions.ts'
import { terminalTools } from '../../features/terminal/terminal-tools.ts'
import { builtInTools } from '../../tools/testing/built-in-tools.ts'
import { freeEgress } from '../../platform/egress/testing/free-egress.ts'

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
    egress: freeEgress(),
    checkpoints,
    images: imageStore(contentFiles({ folder: '/none', clock: { now: () => 0 } })),
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
  const collections = collectionTools({} as ToolParts, UserId.parse('usr_none')) // none of them is run here
  return [...belt.all(), ...collections, ...turnTools()]
}
