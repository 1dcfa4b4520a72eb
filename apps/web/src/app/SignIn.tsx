import { useState } from 'react'
import { readPasted } from '../data/session.ts'
import { Button } from '../ui/Button.tsx'
import { Mark } from '../ui/Mark.tsx'
import { texts } from './texts.ts'

/** Why signing in failed. `insecure`: browsers do not keep keys at this address. */
export type SignInProblem = 'refused' | 'insecure'

/** Asks for the printed address, which can be pasted. */
export function SignIn({
  problem,
  onCode,
}: {
  problem: SignInProblem | null
  onCode: (code: string) => void
}) {
  const [pasted, setPasted] = useState('')
  const code = readPasted(pasted)
  return (
    <main className="flex h-dvh flex-col items-center justify-center gap-4 bg-panel p-6">
      <form
        className="flex w-full max-w-md flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          if (code !== null) onCode(code)
        }}
      >
        <span className="text-accent">
          <Mark state="signed" size={28} tone="inherit" />
        </span>
        <h1 className="text-page font-semibold">{texts.refused}</h1>
        <p className="text-ink-2">{texts.refusedHint}</p>
        {problem !== null && (
          <p className="text-label font-semibold text-stop">{texts.signInProblems[problem]}</p>
        )}
        <label className="flex flex-col gap-1 text-label font-semibold">
          {texts.address}
          <input
            type="text"
            autoComplete="off"
            value={pasted}
            onChange={(event) => setPasted(event.target.value)}
            className="min-h-control rounded-control border border-line-strong bg-ground px-2 font-mono text-field font-normal"
          />
        </label>
        <Button type="submit" kind="primary" disabled={code === null}>
          {texts.open}
        </Button>
      </form>
    </main>
  )
}
