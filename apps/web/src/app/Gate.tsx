import { Suspense, useCallback, useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import type { Api, Me } from '../data/api.ts'
import { Button } from '../ui/Button.tsx'
import { Page } from '../ui/Page.tsx'
import { PageSkeleton } from '../ui/PageSkeleton.tsx'
import type { SignInProblem } from './SignIn.tsx'
import { texts } from './texts.ts'
import { lazy } from '../ui/lazy.ts'

/** Most people are signed in. */
const SignIn = lazy(async () => ({ default: (await import('./SignIn.tsx')).SignIn }))

type Standing =
  | { readonly state: 'asking' }
  | { readonly state: 'in'; readonly me: Me }
  | { readonly state: 'out'; readonly problem: SignInProblem | null }
  | { readonly state: 'unreachable' }

/** Shows no page before the server has identified the person. `code` is from the printed address, if there was one. */
export function Gate({
  api,
  code,
  children,
}: {
  api: Api
  code: string | null
  /** `again` reloads the person and the available models; without an answer nothing changes. */
  children: (me: Me, again: () => Promise<void>) => ReactNode
}) {
  const [standing, setStanding] = useState<Standing>({ state: 'asking' })
  const [tries, setTries] = useState<{ code: string | null }>({ code })

  useEffect(() => {
    let gone = false
    const ask = async (): Promise<void> => {
      const next = await enter(api, tries.code)
      if (!gone) setStanding(next)
    }
    void ask()
    return () => {
      gone = true
    }
  }, [api, tries])

  const again = useCallback(async (): Promise<void> => {
    const me = await api.me()
    if (me.ok) setStanding({ state: 'in', me: me.value })
  }, [api])

  switch (standing.state) {
    case 'asking':
      return <PageSkeleton />
    case 'in':
      return children(standing.me, again)
    case 'out':
      return (
        <Suspense fallback={<PageSkeleton />}>
          <SignIn problem={standing.problem} onCode={(pasted) => setTries({ code: pasted })} />
        </Suspense>
      )
    case 'unreachable':
      return (
        <Page>
          <p>{texts.unreachable}</p>
          <Button onClick={() => setTries({ code: tries.code })}>{texts.tryAgain}</Button>
        </Page>
      )
  }
}

async function enter(api: Api, code: string | null): Promise<Standing> {
  let problem: SignInProblem | null = null
  if (code !== null) {
    const signed = await api.signIn(code)
    if (!signed.ok && signed.error.code === 'insecure') problem = 'insecure'
    // A spent code must not lock out a browser that is already signed in.
    else if (!signed.ok && signed.error.code === 'unauthorized') problem = 'refused'
    else if (!signed.ok) return { state: 'unreachable' }
  }
  const me = await api.me()
  if (me.ok) return { state: 'in', me: me.value }
  return me.error.code === 'unauthorized' ? { state: 'out', problem } : { state: 'unreachable' }
}
