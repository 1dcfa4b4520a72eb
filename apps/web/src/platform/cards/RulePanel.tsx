import { Suspense } from 'react'
import { useWholeCall } from '../../data/whole.ts'
import { Visible } from '../../ui/Visible.tsx'
import type { RuleEditorProps } from './RuleEditor.tsx'
import { ruleTexts } from './rule-texts.ts'
import { withWhole } from './shortened.ts'
import { texts } from './texts.ts'
import { lazy } from '../../ui/lazy.ts'

/** The policy code is as large as the rest of the card, so it is loaded only when a person wants a rule. */
const RuleEditor = lazy(async () => ({ default: (await import('./RuleEditor.tsx')).RuleEditor }))

export function RulePanel(props: RuleEditorProps) {
  return (
    <Suspense fallback={<Loading />}>
      {props.view.shortened === undefined ? <RuleEditor {...props} /> : <OnWholeCall {...props} />}
    </Suspense>
  )
}

/** A rule is tried on the whole call, never on a shortened one. */
function OnWholeCall(props: RuleEditorProps) {
  const { value, trouble } = useWholeCall(props.view.call, true)
  if (value !== null) return <RuleEditor {...props} view={withWhole(props.view, value)} />
  if (trouble === null) return <Loading />
  return (
    <p role="status" className="text-label font-semibold text-stop">
      <Visible text={texts.notLoaded(trouble)} />
    </p>
  )
}

function Loading() {
  return <p className="text-label text-ink-3">{ruleTexts.loading}</p>
}
