import { paneCommands, WORKBENCH_TOOLS } from '@countersign/protocol'
import { command, OK, refuseCommand } from '../../platform/command.ts'
import type { Feature } from '../../platform/feature.ts'
import { windowTool } from '../../platform/windows/window-tool.ts'
import { layoutLimit } from './layout-limit.ts'
import { paneTools } from './pane-tools.ts'

/** The panes of a window, and what the agent may know about them. */
export const panes: Feature = {
  name: 'panes',
  start({ windows }) {
    const core = paneTools(windows)
    const tooMany = layoutLimit()
    const ofWindows = [...WORKBENCH_TOOLS.values()]
      // The server itself reads and writes the changes of `ui_apply`.
      .filter(
        ({ name, runs, specifier }) => runs === 'client' && specifier.kind === 'text' && name !== 'ui_apply',
      )
      .map((fact) => windowTool(fact, windows, fact.kind === 'layout' ? tooMany : undefined))
    return {
      tools() {
        const offered = windows.offered()
        return [...core, ...ofWindows.filter(({ name }) => offered.has(name))]
      },
      commands: [
        command(paneCommands.panes, async ({ client, command: said }) => {
          const seat = client && windows.seatOf(client)
          if (seat === undefined) return refuseCommand('bad_message', ONLY_PAGES)
          await seat.panes(said.window, said.thread_id, said.panes)
          return OK
        }),
        command(paneCommands.answer, async ({ client, command: said }) => {
          const seat = client && windows.seatOf(client)
          return seat?.answer(said.ask_id, said.answer) === true
            ? OK
            : refuseCommand('too_late', 'nobody is waiting for this answer any more')
        }),
      ],
      connected(client) {
        const seat = windows.seatOf(client)
        return () => seat?.leave()
      },
    }
  },
}

const ONLY_PAGES = 'only a page has panes'
