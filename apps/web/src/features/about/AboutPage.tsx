import { useApp } from '../../data/context.ts'
import { PageTitle, Panel, Section } from '../../ui/Section.tsx'
import { aboutTexts as texts } from './texts.ts'

/** Version, folder, licences. */
export function AboutPage() {
  const { me } = useApp()
  return (
    <>
      <PageTitle title={texts.title} hint={texts.hint} />
      <Section title={texts.here}>
        <Panel>
          <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1.5 text-label">
            <dt className="text-ink-3">{texts.version}</dt>
            <dd>{me.version}</dd>
            <dt className="text-ink-3">{texts.folder}</dt>
            <dd className="font-mono">{me.workspace}</dd>
            <dt className="text-ink-3">{texts.person}</dt>
            <dd>{me.user.name}</dd>
          </dl>
        </Panel>
      </Section>
      <Section title={texts.licences} hint={texts.licencesHint}>
        {null}
      </Section>
    </>
  )
}
