import { RuleId } from '@countersign/protocol'
import type { RuleFile } from '../data/api-rules.ts'
import type { DatedCall } from '../data/recorded.ts'
import { BacktestView } from '../features/rules/BacktestView.tsx'
import type { AllRules } from '../features/rules/rules-model.ts'
import { RuleFilesSection } from '../features/rules/RuleFilesSection.tsx'
import { RulesSection } from '../features/rules/RulesSection.tsx'
import { RuleTests } from '../features/rules/RuleTests.tsx'
import { TrustBanner } from '../features/rules/TrustBanner.tsx'
import { TryACall } from '../features/rules/TryACall.tsx'
import { GALLERY_NOW } from './fixtures.ts'

const nothing = (): void => {}

/** The components of the permissions page: rule files, rules with their problems, and every way to try them. */
export function PermissionsStates() {
  return (
    <div className="flex flex-col gap-8">
      <TrustBanner file={file({})} onTrust={nothing} onLeave={nothing} />
      <RulesSection
        rules={RULES}
        past={PAST}
        threads={[]}
        busy={false}
        trouble="the server is not responding"
        removed={{ text: 'terminal.exec(make *)', onUndo: nothing }}
        onAdd={nothing}
        onReplace={nothing}
        onRemove={nothing}
      />
      <TryACall rules={RULES} mode="default" />
      <BacktestView rules={RULES} past={PAST} mode="default" />
      <RuleTests rules={RULES} mode="default" />
      <RuleFilesSection
        files={RULES.files.files}
        onOpen={nothing}
        project={{ folder: '/home/ada/site', thread: null, known: [], choose: nothing }}
      />
    </div>
  )
}

function file(change: Partial<RuleFile>): RuleFile {
  return {
    layer: 'project',
    path: '/home/ada/site/.countersign/rules',
    hash: 'a'.repeat(64),
    trusted: false,
    unreadable: false,
    mode: null,
    lists: {
      deny: ['terminal.exec(git push --force *)'],
      ask: [],
      allow: ['terminal.exec(npm run *)', 'files.write(/src/**)'],
    },
    errors: [],
    expectations: [
      { line: 5, call: 'npm run build', verdict: 'run' },
      { line: 6, call: 'git push --force origin', verdict: 'run' },
    ],
    ...change,
  }
}

const kept = (id: string, list: 'allow' | 'ask' | 'deny', text: string, from: string | null = null) => ({
  id: RuleId.parse(`rule_${id}`),
  list,
  layer: 'user' as const,
  text,
  threadId: null,
  createdFrom: from,
  createdAt: GALLERY_NOW - 3 * 86_400_000,
})

const RULES: AllRules = {
  kept: [
    kept('1', 'deny', 'terminal.exec(rm *)'),
    kept('2', 'allow', 'terminal.exec(rm build)', 'apr_1'),
    kept('3', 'allow', 'terminal.exec(node *)', 'apr_2'),
    kept('4', 'ask', 'terminal.exec(git push *)'),
  ],
  files: {
    workspace: '/home/ada/site',
    home: '/home/ada',
    own: [],
    files: [
      file({ trusted: true }),
      file({
        layer: 'managed',
        path: '/etc/countersign/rules',
        lists: { deny: ['mode(auto)'], ask: [], allow: [] },
        expectations: [],
      }),
    ],
  },
}

const past = (
  id: string,
  command: string,
  decided: DatedCall['decided'],
  answer?: 'allowed' | 'denied',
): DatedCall => ({
  id: `call_${id}`,
  call: {
    tool: { name: 'terminal.exec', category: 'execute', destructive: false, editSafe: false, kind: 'shell' },
    specifier: { kind: 'shell', command },
    place: { workspace: '/home/ada/site', cwd: '/home/ada/site', home: '/home/ada' },
  },
  decided,
  at: GALLERY_NOW - 86_400_000,
  ...(answer === undefined ? {} : { answer }),
})

const PAST: readonly DatedCall[] = [
  past('1', 'npm run build', 'ask', 'allowed'),
  past('2', 'node scripts/tidy.js', 'ask', 'denied'),
  past('3', 'rm build', 'run'),
  past('4', 'git push', 'ask', 'allowed'),
]
