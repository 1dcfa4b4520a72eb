import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { Command, Option } from 'commander'
import type { ChatOptions } from './commands/chat.ts'
import type { ExplainOptions } from './commands/explain.ts'
import type { GatewayOptions } from './commands/mcp.ts'
import type { AnswerOptions } from './commands/approvals.ts'
import type { CapabilityOptions } from './commands/capabilities.ts'
import type { RunOptions } from './commands/run.ts'
import type { HookAgent } from '@countersign/agent/hooks'
import type { InstallOptions } from './commands/hook-install.ts'
import type { AuditOptions } from './commands/records.ts'
import type { UndoOptions } from './commands/undo.ts'
import type { ImportOptions } from './commands/rules-import.ts'
import type { BacktestOptions } from './commands/rules.ts'
import { VERSION } from './version.ts'

const CASES = `
A case: {"id": "1", "command": "npm test", "rules": {"allow": ["terminal.exec(npm test)"]}, "mode": "default"}
  tool        what is called (default: terminal.exec)
  specifier   the command, path or address; \`command\` is another name
  rules       {"allow": [], "ask": [], "deny": []}: all the rules there are
  mode        plan, strict, default, acceptEdits or auto
  shipped     true: with the rules that are shipped
  workspace, cwd, home, specifier2, resolved, resolved2, resolvedAddress, layers, trusted: as in corpus/README.md
An answer: {"id": "1", "decision": "run", "reasons": ["runs npm test: your rule npm test"]}
A line that is no case is answered in its place: {"id": null, "error": "why", "line": 1}
Exits with 0, or with 1 if a line was no case.`

/** `countersign`: each command is loaded when it is asked for, so that the quick ones stay quick. */
const program = new Command('countersign')
  .description('Your agent proposes. You countersign.')
  .version(VERSION)
  .showHelpAfterError('(see `countersign --help`)')
  .enablePositionalOptions()
  .argument('[dir]', 'folder to work in')
  .option('--port <n>', 'port on loopback, 0 for any free one', Number)
  .option('--join', 'start another server process on the same data folder')
  .action(async (dir: string | undefined, options: { port?: number; join?: boolean }) => {
    if (dir !== undefined && !existsSync(dir)) {
      const { complain } = await import('./commands/output.ts')
      process.exitCode = complain(
        `\`${dir}\` is no command and no folder; \`countersign --help\` lists the commands`,
      )
      return
    }
    const { start } = await import('./commands/start.ts')
    process.exitCode = await start({ ...options, ...(dir === undefined ? {} : { workspace: dir }) })
  })

program
  .command('chat')
  .description('a chat in this terminal, with the same questions and rules as the page')
  .argument('[dir]', 'folder to work in; the current one if not given')
  .option('--thread <id>', 'go on with this chat')
  .option('--mode <mode>', 'permission mode')
  .option('--linear', 'line by line, without drawing: for screen readers and pipes')
  .action(async (dir: string | undefined, options: ChatOptions) => {
    const { chat } = await import('./commands/chat.ts')
    process.exitCode = await chat(dir, options)
  })

const collect = (value: string, before: readonly string[]): readonly string[] => [...before, value]
const rules = (list: string) =>
  new Option(`--${list} <rule>`, `a rule of the ${list} list (repeatable)`).argParser(collect).default([])

const capabilities = (name: string, what: string) =>
  new Option(`--${name} <capability>`, `${what} (repeatable)`).argParser(collect).default([])

program
  .command('explain')
  .description('say what policy decides about a call, and why')
  .argument('<call>', '`tool(specifier)`, or any other text as a command')
  .option('--mode <mode>', 'permission mode', 'default')
  .addOption(rules('allow'))
  .addOption(rules('ask'))
  .addOption(rules('deny'))
  .option('--workspace <dir>', 'workspace root; the current folder if not given')
  .option('--no-kept', 'leave out the rules that are kept, and those of the folder and the machine')
  .option('--no-shipped', 'leave the shipped rules out')
  .option('--json', 'print the decision as JSON')
  .option('--exit-code', 'exit with 0 if it runs, 10 if it asks, 11 if it is blocked')
  .action(async (call: string, options: ExplainOptions) => {
    const { explainCall } = await import('./commands/explain.ts')
    process.exitCode = await explainCall(call, options)
  })

program
  .command('decide')
  .description('decide cases: one JSON object a line in, one answer a line out')
  .requiredOption('--stdin', 'read cases from standard input')
  .addHelpText('after', CASES)
  .action(async () => {
    const { decideStdin } = await import('./commands/decide.ts')
    process.exitCode = await decideStdin(process.stdin, process.stdout)
  })

const ruleCommands = program.command('rules').description('keep, remove, test and try rules')

ruleCommands
  .command('list')
  .description('the rules that are kept')
  .option('--json', 'as JSON')
  .action(async (options: { json?: boolean }) => {
    const { listRules } = await import('./commands/rules.ts')
    process.exitCode = await listRules(options)
  })

ruleCommands
  .command('add')
  .description('keep a rule')
  .argument('<list>', 'allow, ask or deny')
  .argument('<rule>', '`tool` or `tool(pattern)`')
  .option('--json', 'as JSON')
  .action(async (list: string, rule: string, options: { json?: boolean }) => {
    const { addRule } = await import('./commands/rules.ts')
    const { complain } = await import('./commands/output.ts')
    const known = (['allow', 'ask', 'deny'] as const).find((name) => name === list)
    process.exitCode = known
      ? await addRule(known, rule, options)
      : complain(`\`${list}\` is no list; it is allow, ask or deny`)
  })

ruleCommands
  .command('remove')
  .description('remove a rule by its id or its text')
  .argument('<rule>')
  .option('--json', 'as JSON')
  .action(async (rule: string, options: { json?: boolean }) => {
    const { removeRule } = await import('./commands/rules.ts')
    process.exitCode = await removeRule(rule, options)
  })

ruleCommands
  .command('test')
  .description('check the `expect` lines of a rules file; exits with 0 if all hold, else with 1')
  .argument('[file]', 'rules file (default: .countersign/rules)')
  .option('--json', 'as JSON')
  .action(async (file: string | undefined, options: { json?: boolean }) => {
    const { testRules } = await import('./commands/rules-file.ts')
    process.exitCode = await testRules(file, options)
  })

ruleCommands
  .command('import')
  .description(
    'read the rules of another product: for each says exact, narrower or not expressible; never lets more through',
  )
  .argument('<product>', 'claude-code, codex, gemini or opencode')
  .argument('<file>', 'its settings or rules; for gemini settings.json or policies/*.toml')
  .option('--add', 'keep the rules')
  .option('--json', 'as JSON')
  .action(async (product: string, file: string, options: ImportOptions) => {
    const { importRules } = await import('./commands/rules-import.ts')
    process.exitCode = await importRules(product, file, options)
  })

ruleCommands
  .command('lint')
  .description(
    'say which rules do not do what they seem to; exits with 1 if one is dangerous or cannot be read',
  )
  .argument('[file]', 'rules file (default: the rules that are kept)')
  .option('--json', 'as JSON')
  .action(async (file: string | undefined, options: { json?: boolean }) => {
    const { lintRules } = await import('./commands/rules.ts')
    const { lintRulesFile } = await import('./commands/rules-file.ts')
    process.exitCode = file === undefined ? await lintRules(options) : await lintRulesFile(file, options)
  })

ruleCommands
  .command('backtest')
  .description(
    'what the rules, and those tried beside them, would have said of the calls of the last 30 days',
  )
  .option('--mode <mode>', 'permission mode', 'default')
  .addOption(rules('allow'))
  .addOption(rules('ask'))
  .addOption(rules('deny'))
  .option('--json', 'as JSON')
  .action(async (options: BacktestOptions) => {
    const { backtestRules } = await import('./commands/rules.ts')
    process.exitCode = await backtestRules(options)
  })

program
  .command('run')
  .description(
    'one turn without a screen, for scripts; exits with 0 done, 2 denied, 3 budget, 4 provider, 5 stopped',
  )
  .option('-p, --prompt <text>', 'what to do; standard input is added')
  .option('--mode <mode>', 'permission mode')
  .addOption(rules('allow'))
  .option('--model <id>', 'model, as `service/model`')
  .option('--max-cost <dollars>', 'what the turn may cost, as far as prices are known', Number)
  .addOption(capabilities('grant', 'give the chat a capability, such as `secrets`'))
  .addOption(capabilities('withhold', 'take one, such as `network`: its tools are not there'))
  .addOption(
    new Option('--output <form>', 'what is printed').choices(['text', 'json', 'stream-json']).default('text'),
  )
  .option('--wait', 'wait for answers from another device instead of denying what asks')
  .option('--dir <folder>', 'folder to work in; the current one if not given')
  .action(async (options: RunOptions) => {
    const { run } = await import('./commands/run.ts')
    process.exitCode = await run(options)
  })

const approvalCommands = program.command('approvals').description('what waits for your answer')

approvalCommands
  .command('list')
  .description('what waits, oldest first')
  .option('--json', 'as JSON')
  .action(async (options: { json?: boolean }) => {
    const { listApprovals } = await import('./commands/approvals.ts')
    process.exitCode = await listApprovals(options)
  })

approvalCommands
  .command('show')
  .description('exactly what would happen, why it asks, and which rules are offered')
  .argument('<id>', 'of the call, or its beginning')
  .option('--json', 'as JSON')
  .action(async (id: string, options: { json?: boolean }) => {
    const { showApproval } = await import('./commands/approvals.ts')
    process.exitCode = await showApproval(id, options)
  })

approvalCommands
  .command('allow')
  .description('say yes: once, or from now on')
  .argument('<id>', 'of the call, or its beginning')
  .option('--chat', 'and keep the first offered rule for this chat')
  .option('--always', 'and keep the first offered rule')
  .option('--rule <rule>', 'and keep this rule')
  .option('--note <text>', 'words for the agent')
  .option('--json', 'as JSON')
  .action(async (id: string, options: AnswerOptions) => {
    const { answerApproval } = await import('./commands/approvals.ts')
    process.exitCode = await answerApproval(id, true, options)
  })

approvalCommands
  .command('deny')
  .description('say no')
  .argument('<id>', 'of the call, or its beginning')
  .option('--note <text>', 'words for the agent')
  .option('--json', 'as JSON')
  .action(async (id: string, options: AnswerOptions) => {
    const { answerApproval } = await import('./commands/approvals.ts')
    process.exitCode = await answerApproval(id, false, options)
  })

approvalCommands
  .command('settle')
  .description('say what became of a call that a crash cut off')
  .argument('<id>', 'of the call, or its beginning')
  .argument('<how>', 'done, not-done, or again: run it once more')
  .option('--json', 'as JSON')
  .action(async (id: string, how: string, options: { json?: boolean }) => {
    const { settleCall } = await import('./commands/approvals.ts')
    process.exitCode = await settleCall(id, how, options)
  })

program
  .command('threads')
  .description('chats, the last used first')
  .option('--json', 'as JSON')
  .action(async (options: { json?: boolean }) => {
    const { listThreads } = await import('./commands/threads.ts')
    process.exitCode = await listThreads(options)
  })

program
  .command('tools')
  .description('tools, with what policy says to a use that no rule names')
  .option('--thread <id>', 'in the mode of this chat')
  .option('--json', 'as JSON')
  .action(async (options: { json?: boolean; thread?: string }) => {
    const { listTools } = await import('./commands/threads.ts')
    process.exitCode = await listTools(options)
  })

program
  .command('capabilities')
  .description('what a chat has: tools that need more are not there')
  .option('--thread <id>', 'of this chat; else the last used')
  .addOption(capabilities('grant', 'give it a capability'))
  .addOption(capabilities('withhold', 'take one'))
  .addOption(capabilities('reset', 'as its context says'))
  .option('--json', 'as JSON')
  .action(async (options: CapabilityOptions) => {
    const { chatCapabilities } = await import('./commands/capabilities.ts')
    process.exitCode = await chatCapabilities(options)
  })

const searchCommands = program.command('search').description('services that search the web for the agent')

searchCommands
  .command('list', { isDefault: true })
  .description('services, with the one that searches marked')
  .option('--json', 'as JSON')
  .action(async (options: { json?: boolean }) => {
    const { listSearch } = await import('./commands/search.ts')
    process.exitCode = await listSearch(options)
  })

searchCommands
  .command('set')
  .description('store a key, or the address of SearXNG, from standard input')
  .argument('<service>', 'searxng, brave or tavily')
  .option('--json', 'as JSON')
  .action(async (service: string, options: { json?: boolean }) => {
    const { setSearch } = await import('./commands/search.ts')
    process.exitCode = await setSearch(service, options)
  })

searchCommands
  .command('remove')
  .description('forget what was stored')
  .argument('<service>')
  .option('--json', 'as JSON')
  .action(async (service: string, options: { json?: boolean }) => {
    const { removeSearch } = await import('./commands/search.ts')
    process.exitCode = await removeSearch(service, options)
  })

searchCommands
  .command('use')
  .description('choose the one that searches')
  .argument('<service>', 'searxng, brave, tavily, or any')
  .option('--json', 'as JSON')
  .action(async (service: string, options: { json?: boolean }) => {
    const { useSearch } = await import('./commands/search.ts')
    process.exitCode = await useSearch(service, options)
  })

const auditCommands = program.command('audit').description('what was proposed, decided, answered and done')
const withFilter = (command: Command) =>
  command
    .option('--thread <id>', 'of one chat')
    .option('--call <id>', 'of one call')
    .option('--json', 'as JSON')

withFilter(auditCommands.command('list').description('rows, oldest first')).action(
  async (options: AuditOptions) => {
    const { listAudit } = await import('./commands/records.ts')
    process.exitCode = await listAudit(options)
  },
)

auditCommands
  .command('show')
  .description('every row of one call, whole, as JSON')
  .argument('<call>')
  .option('--json', 'as JSON, which it always is')
  .action(async (call: string) => {
    const { showAudit } = await import('./commands/records.ts')
    process.exitCode = await showAudit(call)
  })

withFilter(
  auditCommands.command('export').description('rows as they are hashed, one JSON object a line'),
).action(async (options: AuditOptions) => {
  const { exportAudit } = await import('./commands/records.ts')
  process.exitCode = await exportAudit(options)
})

auditCommands
  .command('verify')
  .description('prove that no row was altered, removed, inserted or moved; prints the head')
  .option('--json', 'as JSON')
  .action(async (options: { json?: boolean }) => {
    const { verifyAudit } = await import('./commands/records.ts')
    process.exitCode = await verifyAudit(options)
  })

const HOOK_AGENT = ['claude-code', 'codex', 'gemini', 'opencode', 'cursor'] as const
const agentOption = () => new Option('--agent <name>', 'the agent that asks').choices(HOOK_AGENT)

const hookCommand = program
  .command('hook')
  .enablePositionalOptions()
  .description('answer an agent that asks before it uses a tool: its call on stdin, the answer on stdout')
  .addOption(agentOption())
  .option('--timeout <seconds>', 'how long the agent waits; 20 seconds before that the call is refused', '60')
  .option(
    '--wait <seconds>',
    'how long a card waits before the question is left to the agent, if that one asks',
  )
  .allowUnknownOption()
  .allowExcessArguments()
  .action(async () => {
    // The options are read again: what is started by agents does not load all of this.
    const { refuse, runHook } = await import('./hook/main.ts')
    await runHook(process.argv.slice(3)).catch((cause: unknown) =>
      refuse(cause instanceof Error ? cause.message : String(cause)),
    )
  })

for (const remove of [false, true]) {
  hookCommand
    .command(remove ? 'uninstall' : 'install')
    .description(
      remove
        ? 'take the hook out of an agent’s configuration'
        : 'write the hook into an agent’s configuration',
    )
    .addOption(agentOption().makeOptionMandatory())
    .option('--user', 'for all projects, in the home folder')
    .option('--project', 'in this folder; if neither is given, where the agent heeds it')
    .option('--yes', 'without asking')
    .action(async (_options: unknown, command: Command) => {
      const { installHook } = await import('./commands/hook-install.ts')
      process.exitCode = await installHook({ ...command.opts<InstallOptions>(), remove })
    })
}

hookCommand
  .command('status')
  .description('try the hooks that are installed; exits with 1 if one is broken')
  .addOption(agentOption())
  .option('--json', 'as JSON')
  .action(async (_options: unknown, command: Command) => {
    const { hookStatus } = await import('./commands/hook-status.ts')
    process.exitCode = await hookStatus(command.opts<{ agent?: HookAgent; json?: boolean }>())
  })

program
  .command('mcp')
  .description('an MCP gateway on stdio: any client in front, any server behind, every tool call decided')
  .argument('[command...]', 'after `--`: the server behind, as a command')
  .option('--url <address>', 'the server behind, over HTTP')
  .addOption(
    new Option('--header <header>', 'for `--url`: a header, `Name: value` (repeatable)')
      .argParser(collect)
      .default([]),
  )
  .addOption(
    new Option(
      '--header-env <header>',
      'for `--url`: a header whose secret is in a variable, `Name=VARIABLE` or `Name=Bearer VARIABLE` (repeatable)',
    )
      .argParser(collect)
      .default([]),
  )
  .option('--sign-in', 'for `--url`: sign in with a browser, and keep that for gateways to come')
  .option('--sign-out', 'for `--url`: forget the sign-in')
  .option('--name <name>', 'how the server is called in rules: `mcp__name__tool`')
  .action(async (command: string[], options: Omit<GatewayOptions, 'session' | 'newState'>) => {
    const { gateway } = await import('./commands/mcp.ts')
    process.exitCode = await gateway(command, { ...options, session: randomUUID(), newState: randomUUID })
  })

program
  .command('undo')
  .description('put back the files that a call or a turn changed; what was changed since is left alone')
  .argument('<id>', 'of the call (`call_…`) or the turn (`trn_…`)')
  .option('--dry-run', 'only say what would be put back')
  .option('--skip-conflicts', 'put back the rest where something is in the way')
  .option('--json', 'as JSON')
  .action(async (id: string, options: UndoOptions) => {
    const { undoChanges } = await import('./commands/undo.ts')
    process.exitCode = await undoChanges(id, options)
  })

program
  .command('doctor')
  .description('check what Countersign needs on this machine, and say what to do')
  .option('--json', 'as JSON')
  .action(async (options: { json?: boolean }) => {
    const { doctor } = await import('./commands/doctor.ts')
    process.exitCode = await doctor(options)
  })

program
  .command('completions')
  .description('print completions for a shell')
  .argument('<shell>', 'bash, zsh or fish')
  .action(async (shell: string) => {
    const { completions } = await import('./commands/completions.ts')
    process.exitCode = completions(program, shell)
  })

program
  .command('backup')
  .description('write a backup of this moment, while everything goes on')
  .argument('<file>')
  .option('--json', 'as JSON')
  .action(async (file: string, options: { json?: boolean }) => {
    const { backupTo } = await import('./commands/records.ts')
    process.exitCode = await backupTo(file, options)
  })

program
  .command('restore')
  .description('restore a backup into an empty data folder or database')
  .argument('<file>')
  .option('--json', 'as JSON')
  .action(async (file: string, options: { json?: boolean }) => {
    const { restoreFrom } = await import('./commands/records.ts')
    process.exitCode = await restoreFrom(file, options)
  })

await program.parseAsync()
