import type { PaneProps } from '../../../platform/feature.ts'
import { Page } from '../../../ui/Page.tsx'
import { ProposalReview } from './ProposalReview.tsx'
import { texts } from './texts.ts'
import { useWaitingChange } from './use-proposal.ts'

/** A proposed change next to an editor with unsaved text. */
export function ProposalPane({ params: { path = '' } }: PaneProps) {
  const question = useWaitingChange(path)
  return question === null ? <Page>{texts.settled}</Page> : <ProposalReview question={question} path={path} />
}
