import { useState } from 'react'
import { useView } from '../../data/context.ts'
import { usePreferences } from '../../data/preferences.ts'
import { useRecorded } from '../../data/recorded.ts'
import { texts as settingsTexts } from '../../platform/settings/texts.ts'
import { Button } from '../../ui/Button.tsx'
import { PageTitle, Panel, Section } from '../../ui/Section.tsx'
import { ModeCards } from './ModeCards.tsx'
import { BacktestView } from './BacktestView.tsx'
import { FileBanners } from './FileBanners.tsx'
import { RuleFilesSection } from './RuleFilesSection.tsx'
import { RulesAsText } from './RulesAsText.tsx'
import type { AllRules } from './rules-model.ts'
import { RulesSection } from './RulesSection.tsx'
import { RuleTests } from './RuleTests.tsx'
import { BUILTINS, texts } from './texts.ts'
import { TryACall } from './TryACall.tsx'
import { useRuleFile } from './use-rule-file.tsx'
import { useRemoved } from './use-removed.ts'
import { useProject } from '../../platform/folder/use-project.ts'
import type { Project } from '../../platform/folder/use-project.ts'
import { useRuleChanges, useRules } from './use-rules.ts'

/** What the agent may do on its own: modes, rules by layer, and ways to try them before they apply. */
export function PermissionsPage() {
  const project = useProject()
  const query = useRules(project.folder)
  switch (query.state) {
    case 'loading':
      return (
        <>
          <PageTitle title={texts.title} hint={texts.hint} />
          <p className="text-ink-3">{settingsTexts.loading}</p>
        </>
      )
    case 'failed':
      return (
        <>
          <PageTitle title={texts.title} hint={texts.hint} />
          <p role="alert">{settingsTexts.notThere(query.reason)}</p>
          <span>
            <Button onClick={query.again}>{settingsTexts.tryAgain}</Button>
          </span>
        </>
      )
    case 'ready':
      return <Permissions rules={query.rules} project={project} />
  }
}

function Permissions({ rules, project }: { rules: AllRules; project: Project }) {
  const past = useRecorded()
  const threads = useView((view) => view.threads)
  const removed = useRemoved()
  const changes = useRuleChanges()
  const { default_mode: mode } = usePreferences()
  const { files, workspace } = rules.files
  const [left, setLeft] = useState<string | null>(null)
  const file = useRuleFile(project.thread)
  return (
    <>
      <PageTitle title={texts.title} hint={texts.hint} />
      <FileBanners
        files={files}
        left={left}
        onTrust={(hash) => changes.change({ kind: 'trust', workspace, hash })}
        onLeave={setLeft}
        onOpen={file.open}
      />
      <ModeCards />
      <RulesSection
        rules={rules}
        past={past}
        threads={threads}
        busy={changes.busy}
        trouble={changes.trouble}
        removed={
          removed.last === null
            ? null
            : {
                text: removed.last.text,
                onUndo: () => {
                  const rule = removed.take()
                  if (rule !== null) changes.change({ kind: 'add', rule })
                },
              }
        }
        onAdd={(rule) => changes.change({ kind: 'add', rule: { ...rule, threadId: null } })}
        onReplace={(old, rule) =>
          changes.change({ kind: 'replace', id: old.id, rule: { ...rule, threadId: old.threadId } })
        }
        onRemove={(rule) => {
          changes.change({ kind: 'remove', id: rule.id })
          removed.put(rule)
        }}
      />
      {files.length > 0 && <RuleFilesSection files={files} onOpen={file.open} project={project} />}
      {file.sheet}
      <TryACall rules={rules} mode={mode} />
      <BacktestView rules={rules} past={past} mode={mode} />
      <RuleTests rules={rules} mode={mode} />
      <Section title={texts.always} hint={texts.alwaysHint}>
        {null}
      </Section>
      <Section title={texts.shipped} hint={texts.shippedHint}>
        <Panel>
          <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-label">
            {BUILTINS.map(([name, does]) => (
              <div key={name} className="contents">
                <dt>
                  <span className="font-semibold text-wait">{texts.verdicts.ask}</span>{' '}
                  <code className="font-mono">{name}</code>
                </dt>
                <dd className="text-ink-2">{does}</dd>
              </div>
            ))}
          </dl>
        </Panel>
      </Section>
      <RulesAsText
        rules={rules}
        onAdd={(added) => {
          for (const rule of added) changes.change({ kind: 'add', rule: { ...rule, threadId: null } })
        }}
      />
    </>
  )
}
