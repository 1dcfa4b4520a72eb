import { useState } from 'react'
import { usePreferences } from '../../data/preferences.ts'
import { playSound } from './sound.ts'
import { Button } from '../../ui/Button.tsx'
import { PageTitle, Panel, Section } from '../../ui/Section.tsx'
import { Toggle } from '../../ui/Toggle.tsx'
import { Trouble } from '../../platform/settings/Trouble.tsx'
import { useChange } from '../../platform/settings/use-change.ts'
import { notificationTexts as texts } from './notification-texts.ts'

/** Notices and sounds, on this device. */
export function NotificationsPage() {
  const { notifications, sounds } = usePreferences()
  const [trouble, change] = useChange()
  return (
    <>
      <PageTitle title={texts.title} hint={texts.hint} />
      <Trouble reason={trouble} />
      <Section title={texts.notices} hint={texts.noticesHint}>
        <Panel>
          <Permission />
          <Toggle
            label={texts.desktop}
            checked={notifications.desktop}
            onChange={(desktop) => change({ notifications: { desktop } })}
          />
          <Toggle
            label={texts.details}
            hint={texts.detailsHint}
            checked={notifications.show_specifier}
            onChange={(on) => change({ notifications: { show_specifier: on } })}
          />
        </Panel>
      </Section>
      <Section title={texts.sounds} hint={texts.soundsHint}>
        <Panel>
          <div className="flex flex-wrap items-start justify-between gap-3">
            <Toggle
              label={texts.soundWaiting}
              checked={sounds.waiting}
              onChange={(waiting) => change({ sounds: { waiting } })}
            />
            <Button aria-label={texts.hearNamed(texts.soundWaiting)} onClick={() => playSound('waiting')}>
              {texts.hear}
            </Button>
          </div>
          <div className="flex flex-wrap items-start justify-between gap-3">
            <Toggle
              label={texts.soundEnded}
              checked={sounds.turn_ended}
              onChange={(ended) => change({ sounds: { turn_ended: ended } })}
            />
            <Button aria-label={texts.hearNamed(texts.soundEnded)} onClick={() => playSound('ended')}>
              {texts.hear}
            </Button>
          </div>
        </Panel>
      </Section>
      <Section title={texts.readers} hint={texts.readersHint}>
        <Panel>
          <Toggle
            label={texts.readAnswers}
            checked={notifications.read_answers === true}
            onChange={(on) => change({ notifications: { read_answers: on } })}
          />
        </Panel>
      </Section>
    </>
  )
}

function Permission() {
  const [state, setState] = useState<NotificationPermission | 'missing'>(() =>
    'Notification' in window ? Notification.permission : 'missing',
  )
  const ask = async (): Promise<void> => setState(await Notification.requestPermission())
  return (
    <div className="flex flex-wrap items-center gap-3">
      <p>{texts.permission[state]}</p>
      {state === 'default' && <Button onClick={() => void ask()}>{texts.allow}</Button>}
    </div>
  )
}
