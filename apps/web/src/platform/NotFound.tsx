import { Link } from 'wouter'
import { Page } from '../ui/Page.tsx'
import { texts } from './texts.ts'

export function NotFound() {
  return (
    <Page>
      <p>{texts.notFound}</p>
      <Link href="/">{texts.toThreads}</Link>
    </Page>
  )
}
