import type { Tool } from '@countersign/agent'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Checkpoints } from '../../../checkpoints/checkpoints.ts'
import { workspaceSnapshots, type WorkspaceSnapshots } from '../../../checkpoints/workspace-snapshots.ts'
import { freeEgress } from '../../../platform/egress/testing/free-egress.ts'
import { findReaper } from '../../../processes/reaper.ts'
import { laterFilesIn } from '../../../runs-later/testing/later-files.ts'
import { osSandbox } from '../../../sandbox/sandbox.ts'
import { builtInTools } from '../../../tools/testing/built-in-tools.ts'
import { toolBench, type ToolBench } from '../../../tools/testing/tool-bench.ts'
import { terminalSessions } from '../sessions.ts'
import { terminalTools } from '../terminal-tools.ts'

/** Benches whose tools include a real terminal without a sandbox. */
export interface TerminalBenches {
  /** A new bench; `limits`: how much of its workspace is stored for undo. */
  bench(limits?: Parameters<typeof workspaceSnapshots>[2]): Promise<ToolBench>
  /** Only the terminal's tools. */
  tools(checkpoints: Checkpoints, snapshots: WorkspaceSnapshots): readonly Tool[]
  close(): Promise<void>
}

export async function terminalBenches(): Promise<TerminalBenches> {
  const reaper = await findReaper()
  const later = await mkdtemp(join(tmpdir(), 'cs-later-'))
  let markers = 0

  function tools(checkpoints: Checkpoints, snapshots: WorkspaceSnapshots): readonly Tool[] {
    return terminalTools({
      process: { reaper },
      sessions: terminalSessions(() => 'term_1'),
      sandbox: osSandbox({ hidden: [], off: true }),
      hostsOf: () => Promise.resolve([]),
      newMarker: () => `bench-${process.pid}-${(markers += 1)}`,
      snapshots,
      checkpoints,
      later: laterFilesIn(later).guard,
    })
  }

  return {
    tools,
    bench: (limits = {}) =>
      toolBench((checkpoints, images) =>
        builtInTools({
          egress: freeEgress(),
          checkpoints,
          images,
          searchService: () => Promise.resolve(undefined),
          terminal: tools(checkpoints, workspaceSnapshots(checkpoints, { now: () => Date.now() }, limits)),
        }),
      ),
    close: () => rm(later, { recursive: true, force: true }),
  }
}
