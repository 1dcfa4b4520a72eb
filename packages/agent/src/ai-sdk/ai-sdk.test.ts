import { compilePolicy, type PolicySource } from '@countersign/policy'
import { generateText, stepCountIs, tool } from 'ai'
import { MockLanguageModelV4 } from 'ai/test'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { createGate, type GateOptions, type GateQuestion } from './index.ts'

const PLACE = { workspace: '/home/ana/app', cwd: '/home/ana/app', home: '/home/ana' }
const USAGE = {
  inputTokens: { total: 1, noCache: 1, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 1, text: 1, reasoning: undefined },
}

/** A model that makes these calls in its first step and says what it was told in its second. */
function model(...calls: readonly { toolName: string; input: object }[]): MockLanguageModelV4 {
  return new MockLanguageModelV4({
    doGenerate: ({ prompt }) => {
      const told = prompt.filter(({ role }) => role === 'tool').map(({ content }) => content)
      return Promise.resolve({
        content:
          told.length > 0
            ? [{ type: 'text' as const, text: JSON.stringify(told) }]
            : calls.map(({ toolName, input }, index) => ({
                type: 'tool-call' as const,
                toolCallId: `c${index}`,
                toolName,
                input: JSON.stringify(input),
              })),
        finishReason: {
          unified: told.length > 0 ? ('stop' as const) : ('tool-calls' as const),
          raw: undefined,
        },
        usage: USAGE,
        warnings: [],
      })
    },
  })
}

function scene(policy: PolicySource, options: Partial<GateOptions> = {}) {
  const ran: string[] = []
  const gate = createGate({
    policy: () => compilePolicy(policy),
    place: PLACE,
    clock: { now: () => 0 },
    ...options,
  })
  const bash = tool({
    description: 'runs a command',
    inputSchema: z.object({ command: z.string() }),
    execute: ({ command }) => {
      ran.push(command)
      return Promise.resolve(`did ${command}`)
    },
  })
  return { ran, gate, bash, tools: gate.wrap({ Bash: bash }) }
}

const MODE = { mode: 'default', layers: [] } as const
const run = (command: string) => ({ toolName: 'Bash', input: { command } })

test('what policy lets through runs and gives its own result', async () => {
  const { ran, tools, gate } = scene(MODE)
  const { text } = await generateText({
    model: model(run('ls')),
    tools,
    prompt: 'x',
    stopWhen: stepCountIs(3),
  })
  expect(ran).toEqual(['ls'])
  expect(text).toContain('did ls')
  expect(gate.calls()).toMatchObject([{ state: 'succeeded', call: { tool: 'terminal.exec' } }])
})

test('without someone to ask, what asks is refused, and the model reads why', async () => {
  const { ran, tools } = scene(MODE)
  const { text } = await generateText({
    model: model(run('npm publish')),
    tools,
    prompt: 'x',
    stopWhen: stepCountIs(3),
  })
  expect(ran).toEqual([])
  expect(text).toContain('nobody is there to answer')
})

test('a person answers each call of a step on its own', async () => {
  const asked: GateQuestion[] = []
  const { ran, tools } = scene(MODE, {
    ask: (question) => {
      asked.push(question)
      return Promise.resolve({
        allow: question.call.specifierText === 'make a',
        by: 'ana',
        feedback: 'not that',
      })
    },
  })
  const { text } = await generateText({
    model: model(run('make a'), run('make b')),
    tools,
    prompt: 'x',
    stopWhen: stepCountIs(3),
  })
  expect(asked.map(({ call }) => call.specifierText).toSorted()).toEqual(['make a', 'make b'])
  expect(asked[0]?.offers.length).toBeGreaterThan(0)
  expect(ran).toEqual(['make a'])
  expect(text).toContain('not that')
})

test('a denied command does not run, however it is wrapped', async () => {
  const policy = {
    mode: 'auto',
    layers: [{ layer: 'user', lists: { deny: ['terminal.exec(git push *)'] } }],
  } as const
  const { ran, tools } = scene(policy)
  await generateText({
    model: model(run('cd x && git push -f')),
    tools,
    prompt: 'x',
    stopWhen: stepCountIs(3),
  })
  expect(ran).toEqual([])
})

test('a sub-agent has the same gate, and its questions say whose they are', async () => {
  const parents: (readonly string[])[] = []
  const { ran, gate, bash } = scene(MODE, {
    ask: (question) => {
      parents.push(question.parents)
      return Promise.resolve({ allow: false, by: 'ana' })
    },
  })
  const research = tool({
    inputSchema: z.object({ task: z.string() }),
    execute: async ({ task }) => {
      const tools = gate.sub(task).wrap({ Bash: bash })
      const inner = await generateText({
        model: model(run('make it')),
        tools,
        prompt: task,
        stopWhen: stepCountIs(3),
      })
      return inner.text
    },
  })
  const tools = gate.wrap({ Task: research })
  const call = { toolName: 'Task', input: { task: 'look around' } }
  await generateText({ model: model(call), tools, prompt: 'x', stopWhen: stepCountIs(3) })
  expect(parents).toEqual([['look around']])
  expect(ran).toEqual([])
})

test('rules of this moment count, not those of the start', async () => {
  let mode = 'plan'
  const { ran, tools } = scene(MODE, { policy: () => compilePolicy({ mode, layers: [] }) })
  const once = () =>
    generateText({ model: model(run('touch a')), tools, prompt: 'x', stopWhen: stepCountIs(3) })
  await once()
  expect(ran).toEqual([])
  mode = 'auto'
  await once()
  expect(ran).toEqual(['touch a'])
})

test('a tool that runs elsewhere cannot be held back, and is refused', () => {
  const { gate } = scene(MODE)
  expect(() => gate.wrap({ remote: tool({ inputSchema: z.object({}) }) })).toThrow('has no `execute`')
})
