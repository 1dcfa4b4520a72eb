import { lazy, Suspense } from 'react'
import type { RuleEditorProps } from './RuleEditor.tsx'
import { ruleTexts } from './rule-texts.ts'

/** The policy is as large as the rest of the card: it comes when a rule is wanted, not before. */
const RuleEditor = lazy(async () => ({ default: (await import('./RuleEditor.tsx')).RuleEditor }))

export function RulePanel(props: RuleEditorProps) {
  return (
    <Suspense fallback={<p className="text-label text-ink-3">{ruleTexts.loading}</p>}>
      <RuleEditor {...props} />
    </Suspense>
  )
}
