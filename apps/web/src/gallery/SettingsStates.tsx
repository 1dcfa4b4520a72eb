import { Instant } from '@countersign/protocol'
import type { McpServerView, ProviderView } from '@countersign/protocol'
import { McpServerPanel } from '../features/mcp/McpServerPanel.tsx'
import type { RuleFile, RuleFileText } from '../data/api-rules.ts'
import { RuleFileLines } from '../features/rules/RuleFileLines.tsx'
import { UnreadableBanner } from '../features/rules/UnreadableBanner.tsx'
import { ProviderRow } from '../features/models/ProviderRow.tsx'
import { Panel } from '../ui/Section.tsx'

/** Servers and keys in every state that the settings can show. */
export function SettingsStates() {
  return (
    <div className="grid items-start gap-6 wide:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-2 wide:col-span-2">
        <UnreadableBanner file={UNREADABLE} onOpen={() => {}} />
        <RuleFileLines file={FILE_TEXT} />
      </div>
      <section aria-label="MCP servers" className="flex min-w-0 flex-col gap-4">
        <h2 className="text-label text-ink-3">MCP servers</h2>
        {SERVERS.map((server) => (
          <McpServerPanel key={server.name} server={server} onChanged={() => {}} />
        ))}
      </section>
      <section aria-label="Keys" className="flex min-w-0 flex-col gap-2">
        <h2 className="text-label text-ink-3">Keys</h2>
        <Panel>
          <ul className="flex flex-col divide-y divide-line">
            {PROVIDERS.map((provider) => (
              <ProviderRow key={provider.id} provider={provider} models={3} onChanged={() => {}} />
            ))}
          </ul>
        </Panel>
      </section>
    </div>
  )
}

const UNREADABLE: RuleFile = {
  layer: 'project',
  path: '/home/ada/site/.countersign/rules',
  hash: null,
  trusted: false,
  unreadable: true,
  mode: null,
  lists: { deny: [], ask: [], allow: [] },
  errors: [{ line: 3, message: 'a rule is `tool(pattern)`' }],
  expectations: [],
}

const FILE_TEXT: RuleFileText = {
  path: UNREADABLE.path,
  text: [
    '# what this project lets run',
    'allow terminal.exec(npm run *)',
    'alow terminal.exec(PGPASSWORD=•••• psql *)',
    'deny terminal.exec(git push --force *)',
    `ask terminal.exec(${'very-long-word-'.repeat(12)}*)`,
    'deny files.write(/dist/** ',
    '',
  ].join('\n'),
  more: 12,
  errors: [
    { line: 3, message: 'a line begins with `allow`, `ask` or `deny`, not `alow`' },
    { line: 6, message: 'the bracket is not closed', suggestion: 'files.write(/dist/**)' },
  ],
}

function server(name: string, change: Partial<McpServerView>): McpServerView {
  return {
    name,
    transport: { kind: 'stdio', command: 'npx', args: ['-y', `@example/${name}`], env: ['TOKEN'], cwd: null },
    enabled: true,
    state: 'ready',
    problem: null,
    retry_at: null,
    server: { name, version: '2.1.0' },
    trust: 'untrusted',
    hash: 'c9205d11',
    tools: [
      {
        name: `mcp__${name}__create_issue`,
        description: 'Creates an issue.',
        category: 'external',
        destructive: false,
        changed: false,
      },
    ],
    refused: [],
    ...change,
  }
}

const NO_TOOLS: Partial<McpServerView> = { server: null, hash: null, tools: [] }

const SERVERS: readonly McpServerView[] = [
  server('tracker', {}),
  server('trusted', { trust: 'trusted', trusted_at: Instant.parse(1_762_000_000_000) }),
  server('changed', { trust: 'changed', refused: [{ name: 'constructor', reason: 'its name is no name' }] }),
  server('starting', { ...NO_TOOLS, state: 'starting' }),
  server('failing', {
    ...NO_TOOLS,
    state: 'waiting',
    problem:
      'the program ended at once with code 1: a\u202every\u202clong/path/to/something/that/is/not/there',
  }),
  server('sign-in', {
    ...NO_TOOLS,
    state: 'authorize',
    transport: { kind: 'http', url: 'https://mcp.example.com/v1', headers: ['Authorization'] },
  }),
  server('off', { ...NO_TOOLS, state: 'off', enabled: false }),
]

function provider(id: string, key: Partial<NonNullable<ProviderView['key']>>, ready = true): ProviderView {
  return {
    id,
    name: id,
    kind: 'service',
    ready,
    base_url: null,
    key: {
      provider: id,
      name: id,
      source: 'none',
      last4: null,
      variable: `${id.toUpperCase()}_API_KEY`,
      overrides_environment: false,
      problem: null,
      ...key,
    },
  }
}

const PROVIDERS: readonly ProviderView[] = [
  provider('none', {}, false),
  provider('environment', { source: 'environment', last4: '7f3a' }),
  provider('settings', { source: 'settings', last4: '0c11', overrides_environment: true }),
  provider('unreadable', { problem: 'the stored key cannot be read any more' }, false),
]
