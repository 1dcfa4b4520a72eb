import { access, appendFile, mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { listHooks } from './codex-server.ts'
import type { Product } from './product.ts'

const MODULES = join(import.meta.dirname, 'node_modules')
const MAKER = join(import.meta.dirname, 'mcp-server.mjs')
const PLATFORM = `${process.platform}-${process.arch}`

const claude: Product = {
  agent: 'claude-code',
  name: 'Claude Code',
  package: '@anthropic-ai/claude-code',
  program: () => present(join(MODULES, `@anthropic-ai/claude-code-${PLATFORM}/claude`)),
  install: [],
  settings: ({ work }) => join(work, '.claude/settings.json'),
  hookFile: ({ work }) => join(work, '.claude/settings.json'),
  modes: {
    ordinary: ['--permission-mode', 'default'],
    plan: ['--permission-mode', 'plan'],
    yolo: ['--permission-mode', 'bypassPermissions'],
  },
  prepare: ({ home }) => writeJson(join(home, 'mcp.json'), { mcpServers: { maker: maker() } }),
  start: (program, { home }, { mode, prompt, port }) => ({
    program,
    args: ['-p', prompt, ...mode, '--mcp-config', join(home, 'mcp.json')],
    env: {
      ANTHROPIC_BASE_URL: `http://127.0.0.1:${port}`,
      ANTHROPIC_API_KEY: 'sk-ant-example',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
      DISABLE_TELEMETRY: '1',
      DISABLE_ERROR_REPORTING: '1',
      // As root it refuses to run without questions outside a sandbox.
      IS_SANDBOX: '1',
    },
  }),
  shell: (command) => ({ tool: 'Bash', input: { command, description: 'try' } }),
  subAgent: (child) => ({
    call: {
      tool: 'Agent',
      input: { description: 'try', prompt: '[script:child] go', subagent_type: 'general-purpose' },
    },
    child,
  }),
  mcp: (path) => ({ tool: 'mcp__maker__make', input: { path } }),
}

const codex: Product = {
  agent: 'codex',
  name: 'Codex',
  package: '@openai/codex',
  program: () =>
    present(join(MODULES, `@openai/codex-${PLATFORM}/vendor/${TRIPLES[PLATFORM] ?? ''}/bin/codex`)),
  install: [],
  settings: ({ work }) => join(work, '.codex/hooks.json'),
  hookFile: ({ work }) => join(work, '.codex/hooks.json'),
  modes: {
    ordinary: ['--sandbox', 'workspace-write'],
    plan: undefined,
    yolo: ['--dangerously-bypass-approvals-and-sandbox'],
  },
  prepare: ({ home, work }, port) =>
    write(
      join(home, '.codex/config.toml'),
      `model = "gpt-5"
model_provider = "scripted"
check_for_update_on_startup = false
[analytics]
enabled = false
[model_providers.scripted]
name = "scripted"
base_url = "http://127.0.0.1:${port}/v1"
wire_api = "responses"
env_key = "SCRIPTED_KEY"
supports_websockets = false
request_max_retries = 0
[projects."${work}"]
trust_level = "trusted"
[mcp_servers.maker]
command = ${JSON.stringify(maker().command)}
args = ${JSON.stringify(maker().args)}
`,
    ),
  trust: async (folders, program) => {
    const hooks = await listHooks(program, folders)
    const states = hooks.map(
      ({ key, currentHash }) => `[hooks.state."${key}"]\ntrusted_hash = "${currentHash}"\n`,
    )
    await appendFile(join(folders.home, '.codex/config.toml'), states.join(''))
  },
  start: (program, _folders, { mode, prompt }) => ({
    program,
    args: ['exec', ...mode, '--skip-git-repo-check', prompt],
    env: { SCRIPTED_KEY: 'x', RUST_LOG: 'error' },
  }),
  shell: (command) => ({ tool: 'exec_command', input: { cmd: command } }),
  subAgent: (child) => ({
    call: { tool: 'multi_agent_v1/spawn_agent', input: { message: '[script:child] go' } },
    child,
  }),
  mcp: (path) => ({ tool: 'mcp__maker/make', input: { path } }),
}

const TRIPLES: Readonly<Record<string, string>> = {
  'linux-x64': 'x86_64-unknown-linux-musl',
  'linux-arm64': 'aarch64-unknown-linux-musl',
  'darwin-x64': 'x86_64-apple-darwin',
  'darwin-arm64': 'aarch64-apple-darwin',
}

const gemini: Product = {
  agent: 'gemini',
  name: 'Gemini CLI',
  package: '@google/gemini-cli',
  program: () => present(join(MODULES, '@google/gemini-cli/bundle/gemini.js')),
  install: ['--user'],
  settings: ({ home }) => join(home, '.gemini/settings.json'),
  hookFile: ({ home }) => join(home, '.gemini/settings.json'),
  modes: {
    // Without a person it offers no shell by default.
    ordinary: ['--approval-mode', 'default', '--allowed-tools', 'run_shell_command'],
    plan: ['--approval-mode', 'plan'],
    yolo: ['--approval-mode', 'yolo'],
  },
  prepare: ({ home }) =>
    writeJson(join(home, '.gemini/settings.json'), {
      general: { enableAutoUpdate: false },
      privacy: { usageStatisticsEnabled: false },
      telemetry: { enabled: false },
      security: { auth: { selectedType: 'gemini-api-key' } },
      mcpServers: { maker: maker() },
    }),
  start: (program, _folders, { mode, prompt, port }) => ({
    program: process.execPath,
    args: [program, '-p', prompt, '-m', 'gemini-2.5-pro', '--skip-trust', ...mode],
    env: {
      GEMINI_API_KEY: 'x',
      GOOGLE_GEMINI_BASE_URL: `http://127.0.0.1:${port}`,
      GEMINI_CLI_NO_RELAUNCH: 'true',
    },
  }),
  shell: (command) => ({ tool: 'run_shell_command', input: { command } }),
  subAgent: (child) => ({
    call: { tool: 'invoke_agent', input: { agent_name: 'generalist', prompt: '[script:child] go' } },
    child: [...child, [{ tool: 'complete_task', input: { result: { response: 'ok' } } }]],
  }),
  mcp: (path) => ({ tool: 'mcp_maker_make', input: { path } }),
}

const opencode: Product = {
  agent: 'opencode',
  name: 'OpenCode',
  package: 'opencode-ai',
  program: () => present(join(MODULES, `opencode-${PLATFORM}/bin/opencode`)),
  install: [],
  settings: ({ work }) => join(work, 'opencode.json'),
  hookFile: ({ work }) => join(work, '.opencode/plugin/countersign.js'),
  modes: { ordinary: [], plan: ['--agent', 'plan'], yolo: ['--auto'] },
  prepare: ({ home }, port) =>
    writeJson(join(home, '.config/opencode/opencode.json'), {
      autoupdate: false,
      share: 'disabled',
      model: 'scripted/m',
      small_model: 'scripted/m',
      enabled_providers: ['scripted'],
      provider: {
        scripted: {
          npm: '@ai-sdk/openai-compatible',
          name: 'scripted',
          options: { baseURL: `http://127.0.0.1:${port}/v1`, apiKey: 'x' },
          models: { m: { name: 'm', tool_call: true } },
        },
      },
      mcp: { maker: { type: 'local', command: [maker().command, ...maker().args], enabled: true } },
    }),
  start: (program, { home }, { mode, prompt }) => ({
    program,
    args: ['run', ...mode, prompt],
    env: {
      XDG_CONFIG_HOME: join(home, '.config'),
      XDG_DATA_HOME: join(home, '.local/share'),
      XDG_CACHE_HOME: join(home, '.cache'),
      XDG_STATE_HOME: join(home, '.local/state'),
      OPENCODE_DISABLE_AUTOUPDATE: '1',
      OPENCODE_DISABLE_MODELS_FETCH: '1',
      OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
      OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
      // It would fetch the types of its plugins.
      npm_config_registry: 'http://127.0.0.1:9',
      npm_config_fetch_retries: '0',
    },
  }),
  shell: (command) => ({ tool: 'bash', input: { command, description: 'try' } }),
  subAgent: (child) => ({
    call: {
      tool: 'task',
      input: { description: 'try', prompt: '[script:child] go', subagent_type: 'general' },
    },
    child,
  }),
  mcp: (path) => ({ tool: 'maker_make', input: { path } }),
}

export const PRODUCTS: readonly Product[] = [claude, codex, gemini, opencode]

function maker(): { readonly command: string; readonly args: readonly string[] } {
  return { command: process.execPath, args: [MAKER] }
}

function present(path: string): Promise<string | undefined> {
  return access(path).then(
    () => path,
    () => undefined,
  )
}

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text)
}

function writeJson(path: string, value: unknown): Promise<void> {
  return write(path, `${JSON.stringify(value, null, 2)}\n`)
}
