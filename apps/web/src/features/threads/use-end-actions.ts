import { useApp } from '../../data/context.ts'
import { modelOf } from '../../data/models.ts'
import type { ThreadData } from '../../data/view.ts'
import { texts } from './texts.ts'
import type { EndActions } from './TurnEnd.tsx'

/** The options for an incomplete turn of this thread. */
export function useEndActions(data: ThreadData): EndActions {
  const { client, me } = useApp()
  const { id, model, permission_mode: mode } = data.thread
  const said = data.messages.findLast(({ role }) => role === 'user')
  const demo = me.models.find((other) => other.demo)
  const again = (): void => void client.say(id, said?.text ?? texts.goOnText, mode, said?.images ?? [])
  const withDemo = async (demoId: string): Promise<void> => {
    const set = await client.setModel(id, demoId)
    if (set.ok) again()
  }
  return {
    onContinue: () => void client.say(id, texts.goOnText, mode),
    onAgain: again,
    onDemo: demo === undefined || modelOf(me, model).demo ? null : () => void withDemo(demo.id),
  }
}
