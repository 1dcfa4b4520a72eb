import { Bell } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { texts } from './texts.ts'

/** Asks the browser for notifications, with the reason next to it; hidden once the browser has an answer. */
export function NotifyMe() {
  const [state, setState] = useState(() => ('Notification' in window ? Notification.permission : 'denied'))
  if (state !== 'default') return null
  const ask = async (): Promise<void> => setState(await Notification.requestPermission())
  return (
    <Button kind="quiet" title={texts.notifyWhy} onClick={() => void ask()}>
      <Bell size={14} aria-hidden="true" />
      {texts.notifyMe}
    </Button>
  )
}
