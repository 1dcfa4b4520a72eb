import { useState } from 'react'
import { setPreferences, usePreferences } from '../data/preferences.ts'
import { playSound } from '../notify/sound.ts'
import { Button } from '../ui/Button.tsx'
import { PageTitle, Panel, Section } from '../ui/Section.tsx'
import { Toggle } from '../ui/Toggle.tsx'
import { notificationTexts as texts } from './notification-texts.ts'

/** Notices and sounds, on this device. */
export function NotificationsPage() {
  const preferences = usePreferences()
  return (
    <>
      <PageTitle title={texts.title} hint={texts.hint} />
      <Section title={texts.notices} hint={texts.noticesHint}>
        <Panel>
          <Permission />
          <Toggle
            label={texts.details}
            hint={texts.detailsHint}
            checked={preferences.noticeDetails}
            onChange={(noticeDetails) => setPreferences({ noticeDetails })}
          />
        </Panel>
      </Section>
      <Section title={texts.sounds} hint={texts.soundsHint}>
        <Panel>
          <div className="flex flex-wrap items-start justify-between gap-3">
            <Toggle
              label={texts.soundWaiting}
              checked={preferences.soundWaiting}
              onChange={(soundWaiting) => setPreferences({ soundWaiting })}
            />
            <Button onClick={() => playSound('waiting')}>{texts.hear(texts.soundWaiting)}</Button>
          </div>
          <div className="flex flex-wrap items-start justify-between gap-3">
            <Toggle
              label={texts.soundEnded}
              checked={preferences.soundEnded}
              onChange={(soundEnded) => setPreferences({ soundEnded })}
            />
            <Button onClick={() => playSound('ended')}>{texts.hear(texts.soundEnded)}</Button>
          </div>
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
