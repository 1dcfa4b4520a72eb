import { defineTool } from '@countersign/agent'
import { z } from 'zod'
import { runCommand } from './run-command.ts'

/** Longest time a command may run, in seconds. */
const TIMEOUT_LIMIT = 600
const TIMEOUT = 120

export const terminalExec = defineTool({
  name: 'terminal.exec',
  description: 'Runs a command with bash in the workspace and returns its output.',
  input: z.object({
    command: z.string().min(1).max(10_000).describe('The text for `bash -c`.'),
    timeout: z
      .number()
      .int()
      .min(1)
      .max(TIMEOUT_LIMIT)
      .default(TIMEOUT)
      .describe('Seconds until it is ended.'),
  }),
  category: 'execute',
  destructive: false,
  editSafe: false,
  capability: 'workspace_write',
  specifier: { kind: 'shell', template: '{command}' },
  repeat: 'never',
  parallelSafe: false,
  lock: 'terminal',
  title: () => 'Run a command',
  inspect: ({ command }, place) =>
    Promise.resolve({
      specifier: { kind: 'shell', command },
      body: { kind: 'shell', command, cwd: place.cwd },
      targets: [],
    }),
  async run({ command, timeout }, { place, signal }) {
    const ended = await runCommand(
      { command, cwd: place.cwd, home: place.home, timeout: timeout * 1000 },
      signal,
    )
    switch (ended.kind) {
      case 'exited':
        return ended.code === 0
          ? { ok: true, text: ended.output === '' ? '(no output)' : ended.output }
          : { ok: false, code: 'exit', text: `${ended.output}\n[exit code ${ended.code}]` }
      case 'timed_out':
        return { ok: false, code: 'timeout', text: `${ended.output}\n[ended after ${timeout} s]` }
      case 'stopped':
        return { ok: false, code: 'stopped', text: `${ended.output}\n[stopped]` }
      case 'not_started':
        return { ok: false, code: 'not_started', text: `the command could not be started: ${ended.message}` }
    }
  },
})
