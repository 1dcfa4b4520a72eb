import { useCallback, useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import type { Api, Me } from '../data/api.ts'
import { Button } from '../ui/Button.tsx'
import { Page } from '../ui/Page.tsx'
import { SignIn } from './SignIn.tsx'
import { texts } from './texts.ts'

type Standing =
  | { readonly state: 'asking' }
  | { readonly state: 'in'; readonly me: Me }
  | { readonly state: 'out'; readonly refused: boolean }
  | { readonly state: 'unreachable' }

/** Nobody sees a page before the server knows who looks. `token` is the one of the printed address, if there was one. */
export function Gate({
  api,
  token,
  children,
}: {
  api: Api
  token: string | null
  /** `again` asks anew who looks and what can be used; on no answer all stays as it was. */
  children: (me: Me, again: () => Promise<void>) => ReactNode
}) {
  const [standing, setStanding] = useState<Standing>({ state: 'asking' })
  const [tries, setTries] = useState<{ token: string | null }>({ token })

  useEffect(() => {
    let gone = false
    const ask = async (): Promise<void> => {
      const next = await enter(api, tries.token)
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
      return <Page>{null}</Page>
    case 'in':
      return children(standing.me, again)
    case 'out':
      return <SignIn refused={standing.refused} onToken={(pasted) => setTries({ token: pasted })} />
    case 'unreachable':
      return (
        <Page>
          <p>{texts.unreachable}</p>
          <Button onClick={() => setTries({ token: tries.token })}>{texts.tryAgain}</Button>
        </Page>
      )
  }
}

async function enter(api: Api, token: string | null): Promise<Standing> {
  if (token !== null) {
    const signed = await api.signIn(token)
    if (!signed.ok && signed.error.code !== 'unauthorized') return { state: 'unreachable' }
    // An old address in a browser that is already known is no reason to lock it out.
  }
  const me = await api.me()
  if (me.ok) return { state: 'in', me: me.value }
  return me.error.code === 'unauthorized'
    ? { state: 'out', refused: token !== null }
    : { state: 'unreachable' }
}
