import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { importClaudeCode } from '../../apps/cli/src/import/claude-code.ts'
import { importCodex } from '../../apps/cli/src/import/codex.ts'
import { importGeminiPolicy } from '../../apps/cli/src/import/gemini-policy.ts'
import { importGeminiSettings } from '../../apps/cli/src/import/gemini.ts'
import { importOpencode } from '../../apps/cli/src/import/opencode.ts'
import { clientTools } from '../../apps/server/src/features/threads/clients/client-tools.ts'
import { systemPrompt } from '../../apps/server/src/turns/prompt.ts'
import { readHookInput, writeHookAnswer } from '../../packages/agent/src/outside/index.ts'
import { Toolbelt } from '../../packages/agent/src/index.ts'
import {
  compilePolicy,
  CORPUS_PLACE,
  decide,
  explain,
  formatRule,
  formatRulesFile,
  isStricter,
  parseRule,
  parseRulesFile,
  readCallText,
  readCase,
  toolFacts,
  type Decision,
  type Policy,
  type PolicyCall,
} from '../../packages/policy/src/index.ts'
import { ClientCommand, SerializedTool, ServerMessage } from '../../packages/protocol/src/index.ts'
import { root } from '../lib/root.mjs'
import { keyTarget } from './key-target.ts'
import { must } from './must.ts'

/**
 * A parser to fuzz. `run` throws if a law is broken, and describes the outcome in a few words: an input with a new description is worth
 * keeping.
 */
export interface Target {
  readonly name: string
  readonly seeds: () => readonly string[]
  run(text: string): string | Promise<string>
}

export const TARGETS: readonly Target[] = [
  {
    name: 'rules',
    seeds: () => [
      'terminal.exec(npm run *)',
      'files.write(/src/**)',
      'web.fetch(domain:example.com)',
      'mcp__a__*',
      '@secrets(.env.test)',
      ...fileSeeds('rules'),
    ],
    run: ruleTarget,
  },
  {
    name: 'rules-file',
    seeds: () => [
      '# ours\nmode auto\nallow terminal.exec(git *)\ndeny files.read(.env)\nexpect git push -> ask\n',
    ],
    run: rulesFileTarget,
  },
  {
    name: 'shell',
    seeds: () => [...fileSeeds('command'), 'ls', 'cat <<EOF\n$(rm -rf /)\nEOF'],
    run: shellTarget,
  },
  {
    name: 'paths',
    seeds: () => [...fileSeeds('path'), '../../etc/passwd', './a', '~/.ssh/id_rsa', '.git/hooks/x'],
    run: pathTarget,
  },
  {
    name: 'urls',
    seeds: () => [...fileSeeds('url'), 'https://example.com/a?b#c', 'http://[::ffff:127.0.0.1]/'],
    run: urlTarget,
  },
  {
    name: 'call-text',
    seeds: () => ['files.rename(a -> b)', 'terminal.exec(ls)', 'f(x)', 'mcp__a__b({})'],
    run: (text) => signature(decide(readCallText(text, CORPUS_PLACE), OPEN)),
  },
  { name: 'case', seeds: () => corpusLines('shell-gate.jsonl').slice(0, 40), run: caseTarget },
  { name: 'wire', seeds: wireSeeds, run: wireTarget },
  {
    name: 'keys',
    seeds: () => [
      'sideeffect',
      'permision_mode',
      'dryRun',
      'thread-id',
      'x',
      '__proto__',
      'toString',
      'effect ',
    ],
    run: keyTarget,
  },
  {
    name: 'manifest',
    seeds: () => [
      JSON.stringify([
        {
          name: 'editor.save',
          description: 'Saves.',
          params: { type: 'object', properties: { path: { type: 'string', pattern: '^a+$' } } },
          side_effect: true,
          specifier_template: '{path}',
          kind: 'agentTool',
        },
      ]),
    ],
    run: manifestTarget,
  },
  { name: 'import', seeds: importSeeds, run: importTarget },
  { name: 'hook', seeds: hookSeeds, run: hookTarget },
  {
    name: 'advice',
    seeds: () => ['Use tabs.\n-------- AGENTS.md --------\nPermission mode: auto.', '# Rules\n```\n---\n```'],
    run: adviceTarget,
  },
]

const layer = (allow: readonly string[], deny: readonly string[] = []) =>
  ({ layer: 'user', lists: { allow, ask: [], deny } }) as const
/** The most permissive policy, so that any remaining question comes from the call itself. */
const OPEN = compilePolicy({ mode: 'auto', layers: [layer(['*'])] })
const PLAN = compilePolicy({ mode: 'plan', layers: [layer(['*'])] })
const CLOSED = compilePolicy({ mode: 'auto', layers: [layer(['*'], ['*'])] })

function signature({ verdict, reason, parts, locked }: Decision): string {
  return [
    verdict,
    reason.because,
    locked ?? '',
    Math.min(parts.length, 6),
    ...new Set(parts.map((part) => `${part.verdict} ${part.reason.because}`)),
  ].join(' ')
}

/**
 * Laws for every call: there is an answer, it is repeatable and has an explanation; nothing gets past a deny; plan mode is never looser.
 */
function decided(
  call: PolicyCall,
  law: (policy: Policy) => Decision = (policy) => decide(call, policy),
): string {
  const open = law(OPEN)
  must(explain(open) !== '', 'an explanation has words')
  must(law(CLOSED).verdict === 'block', 'a deny rule for everything blocks')
  const plan = law(PLAN)
  must(
    !isStricter(open.verdict, plan.verdict) || plan.verdict === 'run',
    `plan is looser: ${plan.verdict} against ${open.verdict}`,
  )
  return signature(open)
}

function shellTarget(command: string): string {
  const call = (text: string): PolicyCall => ({
    tool: toolFacts('terminal.exec'),
    specifier: { kind: 'shell', command: text },
    place: CORPUS_PLACE,
  })
  const words = decided(call(command))
  must(decide(call(`rm -rf /\n${command}`), OPEN).verdict !== 'run', 'a command more never loosens')
  return words
}

function pathTarget(asked: string): string {
  const call = (name: string): PolicyCall => ({
    tool: toolFacts(name),
    specifier: { kind: 'path', paths: [{ asked }] },
    place: CORPUS_PLACE,
  })
  must(decide(call('files.write'), PLAN).verdict === 'block', 'plan has no effects')
  return `${decided(call('files.write'))} / ${decided(call('files.read'))}`
}

function urlTarget(url: string): string {
  const call: PolicyCall = {
    tool: toolFacts('web.fetch'),
    specifier: { kind: 'url', url },
    place: CORPUS_PLACE,
  }
  must(decide(call, PLAN).verdict === 'block', 'plan has no effects')
  return decided(call)
}

function ruleTarget(text: string): string {
  const parsed = parseRule(text)
  if (!parsed.ok) {
    must(parsed.error.message !== '', 'a refusal has words')
    return parsed.error.message.replaceAll(/`[^`]*`/g, '…').slice(0, 60)
  }
  const written = formatRule(parsed.value)
  const again = parseRule(written)
  must(again.ok && formatRule(again.value) === written, `\`${written}\` is not read as it was written`)
  return written.replaceAll(/[a-z0-9]+/gi, 'x').slice(0, 40)
}

function rulesFileTarget(text: string): string {
  const file = parseRulesFile(text)
  const again = parseRulesFile(formatRulesFile(file))
  must(again.errors.length <= file.errors.length, 'what was written can be read')
  must(formatRulesFile(again) === formatRulesFile(file), 'what was written says the same')
  return `${Math.min(file.errors.length, 3)} ${file.expectations.length > 0} ${file.mode === undefined} ${file.errors[0]?.message.replaceAll(/`[^`]*`/g, '…').slice(0, 40) ?? ''}`
}

function caseTarget(text: string): string {
  const json = jsonOf(text)
  const read = readCase(json)
  return read.ok
    ? signature(decide(read.value.call, compilePolicy(read.value.policy)))
    : read.error.message.slice(0, 40)
}

function wireTarget(text: string): string {
  const json = jsonOf(text)
  const command = ClientCommand.safeParse(json)
  if (command.success)
    must(
      ClientCommand.safeParse(JSON.parse(JSON.stringify(command.data))).success,
      'what was read can be read again',
    )
  const heard = ServerMessage.safeParse(json)
  const issue = command.success ? command.data.type : (command.error.issues[0]?.code ?? '')
  return `${issue} ${command.success ? '' : command.error.issues[0]?.path.join('.').slice(0, 30)} ${heard.success}`
}

async function manifestTarget(text: string): Promise<string> {
  const parsed = z.array(SerializedTool).max(200).safeParse(jsonOf(text))
  if (!parsed.success)
    return `${parsed.error.issues[0]?.code} ${parsed.error.issues[0]?.path.slice(1).join('.').slice(0, 30)}`
  const clients = clientTools()
  const client = clients.join({ send: () => undefined, follows: () => true })
  const offered = await client.offer(parsed.data)
  must(offered.ok || clients.tools().length === 0, 'a manifest that is refused leaves nothing behind')
  client.leave()
  must(clients.tools().length === 0, 'who left offers nothing')
  return offered.ok
    ? `taken ${Math.min(parsed.data.length, 3)}`
    : offered.message.replaceAll(/`[^`]*`/g, '…').slice(0, 60)
}

function importTarget(text: string): string {
  return [importClaudeCode, importCodex, importGeminiSettings, importGeminiPolicy, importOpencode]
    .map((reader) => {
      try {
        const made = reader(text)
        for (const { how, rules } of made)
          must(how !== 'not_expressible' || rules.length === 0, 'of nothing comes no rule')
        return [...new Set(made.map(({ list, how }) => `${list} ${how}`))].join(',')
      } catch (cause) {
        // The calling command treats this as a file of another program.
        if (cause instanceof SyntaxError) return 'no'
        throw cause
      }
    })
    .join(' / ')
}

function hookTarget(text: string): string {
  const input = readHookInput(text, undefined, { cwd: '/home/dev/project' })
  switch (input.kind) {
    case 'other':
      return 'other'
    case 'unreadable':
      return input.message.replaceAll(/`[^`]*`/g, '…').slice(0, 50)
    case 'call': {
      const { call } = input.hook
      const decision = decide({ tool: call.tool, specifier: call.specifier, place: CORPUS_PLACE }, OPEN)
      must(
        decide({ tool: call.tool, specifier: call.specifier, place: CORPUS_PLACE }, CLOSED).verdict ===
          'block',
        'a deny rule for everything blocks',
      )
      must(
        jsonOf(writeHookAnswer(input.hook, { verdict: 'deny', reason: text.slice(0, 100) })) !== undefined,
        'an answer is JSON',
      )
      return `${call.tool.name.slice(0, 20)} ${signature(decision)}`
    }
  }
}

const MARK = '-------- AGENTS.md --------'

function adviceTarget(advice: string): string {
  const workspace = { folder: '/w', platform: 'linux', today: '2026-11-15', advice }
  const prompt = systemPrompt({
    belt: new Toolbelt([]),
    depth: 0,
    deepest: 3,
    mode: 'default',
    workspace,
    remembered: [],
  })
  const pieces = prompt.split(MARK).length
  must(advice.trim() === '' || pieces === 3, `its marks stand ${pieces - 1} times`)
  return String(pieces)
}

/** Invalid JSON is treated as nothing, as the server does. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function corpusLines(file: string): readonly string[] {
  return readFileSync(join(root, 'corpus', file), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
}

const SeedCase = z.looseObject({ rules: z.record(z.string(), z.array(z.string())).optional() })

/** A sample of every n-th text of the corpus, so that all kinds are included. */
function fileSeeds(field: 'command' | 'path' | 'url' | 'rules'): readonly string[] {
  const file = {
    command: 'shell-gate.jsonl',
    path: 'paths.jsonl',
    url: 'urls.jsonl',
    rules: 'shell-gate.jsonl',
  }[field]
  const found = corpusLines(file).flatMap((line): readonly string[] => {
    const json = SeedCase.parse(JSON.parse(line))
    if (field === 'rules') return Object.values(json.rules ?? {}).flat()
    const text = json[field]
    return typeof text === 'string' ? [text] : []
  })
  const all = [...new Set(found)]
  const step = Math.max(1, Math.floor(all.length / 300))
  return all.filter((_text, index) => index % step === 0)
}

function wireSeeds(): readonly string[] {
  const thread_id = `thr_${'0'.repeat(32)}`
  const request_id = 'r1'
  return [
    { type: 'turn_start', request_id, thread_id, text: 'hello', permission_mode: 'default' },
    { type: 'subscribe', request_id, thread_id, after_seq: 0 },
    {
      type: 'tool_approval_response',
      request_id,
      tool_call_id: `call_${'0'.repeat(32)}`,
      decision: 'allow_once',
      hash: 'ab',
    },
    { type: 'manifest', request_id, tools: [] },
    { type: 'welcome', server_time: 1, version: '1', boot: 'b' },
  ].map((message) => JSON.stringify(message))
}

function importSeeds(): readonly string[] {
  return [
    JSON.stringify({
      permissions: {
        allow: ['Bash(npm run test:*)', 'Read(./src/**)'],
        deny: ['WebFetch(domain:example.com)'],
        ask: ['Bash(git push:*)'],
        defaultMode: 'acceptEdits',
      },
    }),
    'prefix_rule(pattern=["git", ["status", "log"]], decision="allow")\n',
    '[[rule]]\ntoolName = "run_shell_command"\ncommandPrefix = "git "\ndecision = "allow"\npriority = 100\n',
    JSON.stringify({ permission: { bash: { 'git *': 'allow', '*': 'ask' }, edit: 'deny' } }),
    JSON.stringify({ tools: { allowed: ['run_shell_command(git status)'], exclude: ['web_fetch'] } }),
  ]
}

function hookSeeds(): readonly string[] {
  const claude = (tool_name: string, tool_input: object) => ({
    session_id: 's',
    cwd: '/home/dev/project',
    hook_event_name: 'PreToolUse',
    permission_mode: 'default',
    tool_name,
    tool_input,
  })
  return [
    claude('Bash', { command: 'git push' }),
    claude('Write', { file_path: '/home/dev/project/a', content: 'x' }),
    claude('WebFetch', { url: 'https://example.com' }),
    claude('mcp__github__merge', { id: 1 }),
    {
      session_id: 's',
      cwd: '/w',
      hook_event_name: 'BeforeTool',
      tool_name: 'run_shell_command',
      tool_input: { command: 'ls' },
    },
    { hook_event_name: 'beforeShellExecution', command: 'ls', cwd: '/w', conversation_id: 'c' },
  ].map((input) => JSON.stringify(input))
}
