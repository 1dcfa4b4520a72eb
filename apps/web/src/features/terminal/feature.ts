import { SquareTerminal } from 'lucide-react'
import { bodyView } from '../../platform/body.ts'
import { defineFeature } from '../../platform/feature.ts'
import { lazy } from '../../ui/lazy.ts'
import { openPane } from '../../workbench/open-pane.ts'
import { ShellBody } from './ShellBody.tsx'
import { titles } from './titles.ts'

const TerminalPane = lazy(async () => ({ default: (await import('./TerminalPane.tsx')).TerminalPane }))

/** Cards of commands, and the terminals of a folder. */
export const terminal = defineFeature({
  name: 'terminal',
  bodies: { shell: bodyView('shell', ShellBody, { icon: SquareTerminal, showsParts: true }) },
  commands: [
    {
      id: 'terminal',
      title: titles.show,
      key: { chord: 'Control+`', does: titles.showDoes },
      when: ({ path }) => path.startsWith('/w/'),
      run: () => void openPane('terminal', {}),
    },
  ],
  panes: [
    {
      type: 'terminal',
      title: titles.title,
      icon: SquareTerminal,
      place: 'below',
      by: 'terminal',
      titleOf: ({ terminal: name = '1', of }) =>
        of === undefined ? titles.numbered(name) : titles.agents(of),
      pane: TerminalPane,
    },
  ],
})
