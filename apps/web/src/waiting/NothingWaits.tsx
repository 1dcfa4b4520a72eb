import { Link } from 'wouter'
import { useView } from '../data/context.ts'
import { Mark } from '../ui/Mark.tsx'
import { Page } from '../ui/Page.tsx'
import { texts } from './texts.ts'

export function NothingWaits() {
  const known = useView((view) => view.waiting.known)
  return (
    <Page>
      {known && <Mark state="signed" size={24} />}
      <h1 className="text-title font-semibold text-ink">{known ? texts.nothing : texts.loading}</h1>
      <p className="text-label text-ink-3">{texts.nothingHint}</p>
      <Link href="/new">{texts.newChat}</Link>
    </Page>
  )
}
