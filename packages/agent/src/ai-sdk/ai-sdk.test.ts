import { compilePolicy, type PolicySource } from '@countersign/policy'
import { generateText, simulateReadableStream, stepCountIs, streamText, tool, type ToolSet } from 'ai'
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

test('what runs is what was asked about: an input that changes in the meantime runs nothing', async () => {
  const input = { command: 'npm publish' }
  const { ran, tools, gate } = scene(MODE, {
    ask: () => {
      input.command = 'rm -rf /'
      return Promise.resolve({ allow: true, by: 'ana' })
    },
  })
  const done = Promise.resolve(tools.Bash.execute?.(input, { toolCallId: 'c', messages: [], context: {} }))
  await expect(done).rejects.toThrow('changed')
  expect(ran).toEqual([])
  expect(gate.calls()).toMatchObject([{ state: 'failed', result: { code: 'stale' } }])
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

/** As above, for streams. */
function streamingModel(...calls: readonly { toolName: string; input: object }[]): MockLanguageModelV4 {
  return new MockLanguageModelV4({
    doStream: ({ prompt }) => {
      const over = prompt.some(({ role }) => role === 'tool')
      const unified = over ? ('stop' as const) : ('tool-calls' as const)
      const proposed = calls.map(({ toolName, input }, index) => ({
        type: 'tool-call' as const,
        toolCallId: `c${index}`,
        toolName,
        input: JSON.stringify(input),
      }))
      return Promise.resolve({
        stream: simulateReadableStream({
          chunks: [
            { type: 'stream-start' as const, warnings: [] },
            ...(over ? [] : proposed),
            { type: 'finish' as const, finishReason: { unified, raw: undefined }, usage: USAGE },
          ],
        }),
      })
    },
  })
}

/** A tool that tells how far it is, and how far it came. */
function steps(made: string[]) {
  return tool({
    description: 'runs a command, step by step',
    inputSchema: z.object({ command: z.string() }),
    async *execute({ command }) {
      try {
        for (const step of ['one', 'two', 'done']) {
          made.push(step)
          yield `${command}: ${step}`
          await Promise.resolve()
        }
      } finally {
        made.push('closed')
      }
    },
  })
}

async function results(model: MockLanguageModelV4, tools: ToolSet): Promise<unknown[]> {
  const seen: unknown[] = []
  const { stream } = streamText({ model, tools, prompt: 'x', stopWhen: stepCountIs(3) })
  for await (const part of stream) {
    if (part.type === 'tool-result') seen.push([part.preliminary === true, part.output])
    if (part.type === 'tool-error') seen.push(String(part.error))
  }
  return seen
}

test('a tool that gives its result piece by piece does so behind the gate, too', async () => {
  const made: string[] = []
  const { gate } = scene(MODE)
  const tools = gate.wrap({ Bash: steps(made) })
  expect(await results(streamingModel(run('ls')), tools)).toEqual([
    [true, 'ls: one'],
    [true, 'ls: two'],
    [true, 'ls: done'],
    [false, 'ls: done'],
  ])
  expect(made).toEqual(['one', 'two', 'done', 'closed'])
  expect(gate.calls()).toMatchObject([{ state: 'succeeded', result: { text: 'ls: done' } }])
})

test('piece by piece, too, nothing is made before it is allowed', async () => {
  const made: string[] = []
  const { gate } = scene(MODE)
  const tools = gate.wrap({ Bash: steps(made) })
  const [refusal] = await results(streamingModel(run('npm publish')), tools)
  expect(refusal).toContain('nobody is there to answer')
  expect(made).toEqual([])
})

test('who stops reading stops the tool; one that fails on the way has failed', async () => {
  const made: string[] = []
  const { gate } = scene(MODE)
  const { Bash } = gate.wrap({ Bash: steps(made) })
  const given = { toolCallId: 'c', messages: [], context: {} }
  const pieces = Bash.execute?.({ command: 'ls' }, given) as AsyncIterable<string> // a generator, as it was
  for await (const piece of pieces) {
    expect(piece).toBe('ls: one')
    break
  }
  await expect.poll(() => made).toEqual(['one', 'closed'])
  await expect.poll(() => gate.calls()).toMatchObject([{ state: 'failed' }])

  const broken = gate.wrap({
    Bash: {
      ...Bash,
      async *execute(_input: { readonly command: string }) {
        yield 'half'
        await Promise.resolve()
        throw new Error('torn')
      },
    },
  })
  const read = async () => {
    const seen: unknown[] = []
    for await (const piece of broken.Bash.execute({ command: 'ls' }) as AsyncIterable<unknown>)
      seen.push(piece) // as above
    return seen
  }
  await expect(read()).rejects.toThrow('torn')
})
