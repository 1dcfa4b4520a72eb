import { PhoneWaiting } from '../phone/PhoneWaiting.tsx'
import { useNarrow } from '../ui/use-narrow.ts'
import { DesktopWaiting } from './DesktopWaiting.tsx'
import { NothingWaits } from './NothingWaits.tsx'
import { useQuestions } from './use-questions.ts'

/** Everything that waits, over all chats; the phone's home. */
export function WaitingPage() {
  const narrow = useNarrow()
  const questions = useQuestions()
  if (narrow) return <PhoneWaiting questions={questions} />
  return questions.length === 0 ? <NothingWaits /> : <DesktopWaiting questions={questions} />
}
