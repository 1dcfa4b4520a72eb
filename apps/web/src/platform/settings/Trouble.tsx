import { texts } from './texts.ts'

/** Why a change was not saved. */
export function Trouble({ reason }: { reason: string | null }) {
  if (reason === null) return null
  return (
    <p role="alert" className="text-label font-semibold text-stop">
      {texts.notKept(reason)}
    </p>
  )
}
