import type { Lease } from '@countersign/agent'
import { CallId, OutsideRequest, ThreadId, TurnId, UserId } from '@countersign/protocol'
import { expect, test, vi } from 'vitest'
import { outsideSessions, type OutsideParts } from './sessions.ts'

const request = (session: string) =>
  OutsideRequest.parse({
    place: { agent: 'claude-code', session, cwd: '/w', workspace: '/w', planning: false },
    call: {
      tool: {
        name: 'terminal.exec',
        category: 'execute',
        destructive: false,
        editSafe: false,
        kind: 'shell',
      },
      title: 'Run a command',
      specifier: { kind: 'shell', command: 'ls' },
      body: { kind: 'shell', command: 'ls', cwd: '/w' },
      args: { command: 'ls' },
    },
    reports: false,
  })

const USER = UserId.parse('usr_1')

test('a session that cannot be opened is the trouble of its asker alone, whatever others do meanwhile', async () => {
  const unheard: unknown[] = []
  const note = (cause: unknown) => void unheard.push(cause)
  process.on('unhandledRejection', note)
  const away = Promise.withResolvers<Lease>()
  const ready: Lease = { turnId: TurnId.parse('trn_ready'), epoch: 1 }
  const opened: string[] = []
  const parts = {
    processId: 'p',
    own: [],
    mode: () => Promise.resolve('default'),
    ids: { call: () => CallId.parse('call_1') },
    memory: { get: () => Promise.resolve(undefined), set: () => Promise.resolve() },
    unattended: () => Promise.resolve(),
    threads: { create: () => Promise.resolve({ id: ThreadId.parse('thr_1') }) },
    turns: {
      open: (_user: UserId, _thread: ThreadId, { text }: { text: string }) => {
        opened.push(text)
        return text.includes('broken') ? away.promise : Promise.resolve(ready)
      },
      renew: () => Promise.resolve(true),
      finish: () => Promise.resolve(true),
    },
    // Whoever walks here does not come far: this is about who may enter.
    gate: { policy: { snapshot: () => Promise.reject(new Error('no further')) } },
    failed: () => undefined,
  } as unknown as OutsideParts // the rest of the road is never walked
  const sessions = outsideSessions(parts)
  const signal = new AbortController().signal
  await expect(sessions.ask(USER, request('ready'), signal)).rejects.toThrow('no further')
  const broken = sessions.ask(USER, request('broken'), signal)
  broken.catch(() => undefined)
  await vi.waitFor(() => expect(opened).toHaveLength(2))
  // The turn of the other session was stopped.
  sessions.check([ready.turnId])
  await new Promise((resume) => setImmediate(resume))
  away.reject(new Error('the database is away'))
  await expect(broken).rejects.toThrow('the database is away')
  await sessions.close()
  await new Promise((resume) => setImmediate(resume))
  process.off('unhandledRejection', note)
  expect(unheard).toEqual([])
})
