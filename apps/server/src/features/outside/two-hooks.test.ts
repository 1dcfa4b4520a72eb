import { CallId, UserId, type HookRequest } from '@countersign/protocol'
import { expect, test } from 'vitest'
import { FirstYeses } from './first-yeses.ts'
import { replyToHook } from './hook-replies.ts'
import type { HookVerdict } from './sessions.ts'

const CALL = CallId.parse('call_0000000000000000000001')

function codex(verdict: 'allow' | 'deny', blocks = false) {
  let questions = 0
  const sessions = {
    yeses: new FirstYeses(() => 0),
    blocks: () => Promise.resolve(blocks),
    askForHook: async (): Promise<HookVerdict> => {
      questions += 1
      return { verdict, call_id: CALL, reason: 'because', asked: true }
    },
  }
  return {
    questions: () => questions,
    async tell(hook_event_name: string, command: string, more: object = {}): Promise<unknown> {
      const event = {
        session_id: 's1',
        turn_id: 't1',
        cwd: '/srv/app',
        hook_event_name,
        tool_name: 'Bash',
        tool_input: { command },
        ...more,
      }
      const request: HookRequest = { agent: 'codex', event: JSON.stringify(event), cwd: '/srv/app' }
      const reply = await replyToHook(sessions, UserId.parse('usr_1'), request, new AbortController().signal)
      return JSON.parse(reply.stdout)
    },
  }
}

const ALLOWED = {
  hookSpecificOutput: { hookEventName: 'PermissionRequest', decision: { behavior: 'allow' } },
}

test('Codex asks about one call by two hooks: one yes answers both, once', async () => {
  const { tell, questions } = codex('allow')
  expect(await tell('PreToolUse', 'touch a')).toEqual({})
  expect(
    await tell('PermissionRequest', 'touch a', { tool_input: { command: 'touch a', description: 'x' } }),
  ).toEqual(ALLOWED)
  expect(questions()).toBe(1)
  await tell('PermissionRequest', 'touch a')
  expect(questions()).toBe(2)
})

test.each([
  ['another command', 'touch b', {}],
  ['another turn', 'touch a', { turn_id: 't2' }],
  ['another session', 'touch a', { session_id: 's2' }],
])('the yes is for no other call: %s is asked about', async (_what, command, more) => {
  const { tell, questions } = codex('allow')
  await tell('PreToolUse', 'touch a')
  await tell('PermissionRequest', command, more)
  expect(questions()).toBe(2)
})

test('a yes answers no second question that the policy blocks by then', async () => {
  const { tell, questions } = codex('allow', true)
  await tell('PreToolUse', 'touch a')
  await tell('PermissionRequest', 'touch a')
  expect(questions()).toBe(2)
})

test('a no answers nothing but itself', async () => {
  const { tell, questions } = codex('deny')
  await tell('PreToolUse', 'touch a')
  await tell('PermissionRequest', 'touch a')
  expect(questions()).toBe(2)
})
