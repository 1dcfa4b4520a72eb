import { useState } from 'react'
import { readPasted } from '../data/session.ts'
import { Button } from '../ui/Button.tsx'
import { Mark } from '../ui/Mark.tsx'
import { texts } from './texts.ts'

/** Asks for the printed address. Tokens can be pasted; nothing is asked twice. */
export function SignIn({ refused, onToken }: { refused: boolean; onToken: (token: string) => void }) {
  const [pasted, setPasted] = useState('')
  const token = readPasted(pasted)
  return (
    <main className="flex h-dvh flex-col items-center justify-center gap-4 bg-panel p-6">
      <form
        className="flex w-full max-w-md flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          if (token !== null) onToken(token)
        }}
      >
        <span className="text-accent">
          <Mark state="signed" size={28} tone="inherit" />
        </span>
        <h1 className="text-page font-semibold">{texts.refused}</h1>
        <p className="text-ink-2">{texts.refusedHint}</p>
        {refused && <p className="text-label font-semibold text-stop">{texts.badToken}</p>}
        <label className="flex flex-col gap-1 text-label font-semibold">
          {texts.address}
          <input
            type="password"
            autoComplete="current-password"
            value={pasted}
            onChange={(event) => setPasted(event.target.value)}
            className="min-h-control rounded-control border border-line-strong bg-ground px-2 font-mono text-field font-normal"
          />
        </label>
        <Button type="submit" kind="primary" disabled={token === null}>
          {texts.open}
        </Button>
      </form>
    </main>
  )
}
