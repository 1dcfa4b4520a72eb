import { checkExpectations, compilePolicy, explain } from '@countersign/policy'
import { useMemo } from 'react'
import { Mark } from '../../ui/Mark.tsx'
import { Panel, Section } from '../../ui/Section.tsx'
import { Visible } from '../../ui/Visible.tsx'
import type { AllRules } from './rules-model.ts'
import { sourceFor } from './rules-model.ts'
import { texts } from './texts.ts'

/** The expect lines of the files, checked here against all current rules. */
export function RuleTests({ rules, mode }: { rules: AllRules; mode: string }) {
  const checked = useMemo(() => {
    const policy = compilePolicy(sourceFor(rules, { mode, thread: null }))
    const { workspace, home, own, files } = rules.files
    const place = { workspace, cwd: workspace, home, own }
    return files.flatMap(({ path, expectations }) => {
      const failures = checkExpectations(policy, expectations, place)
      return expectations.map((expectation) => ({
        path,
        expectation,
        failure: failures.find((other) => other.expectation === expectation),
      }))
    })
  }, [rules, mode])
  const failed = checked.filter(({ failure }) => failure !== undefined)
  return (
    <Section title={texts.tests} hint={texts.testsHint}>
      <Panel>
        {checked.length === 0 && <p className="text-label text-ink-3">{texts.noTests}</p>}
        {checked.length > 0 && failed.length === 0 && (
          <p className="flex items-center gap-2 text-label">
            <Mark state="signed" />
            {texts.testsPass(checked.length)}
          </p>
        )}
        {failed.map(({ path, expectation, failure }) => (
          <p key={`${path}:${expectation.line}`} className="text-label text-stop">
            <code className="font-mono text-hint">
              {path}:{expectation.line}
            </code>{' '}
            <Visible
              text={texts.testFails(expectation.call, failure?.decision.verdict ?? '', expectation.verdict)}
            />
            {failure !== undefined && (
              <span className="text-ink-2">
                : <Visible text={explain(failure.decision)} />
              </span>
            )}
          </p>
        ))}
      </Panel>
    </Section>
  )
}
