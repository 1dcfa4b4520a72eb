import { z } from 'zod'

/** The public half of a page's key: ECDSA on P-256, as browsers export it. Their additional keys are ignored. */
const PublicKey = z.looseObject({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.string().max(60),
  y: z.string().max(60),
})

/** Signs in a page: with the code from the printed address, once, and the key that this page will sign with. */
export const SignInRequest = z.object({ code: z.string().min(1).max(100), public_key: PublicKey })

/** Signs in a terminal whose process the server cannot see: with the code that the page shows. */
export const TerminalRequest = z.object({ code: z.string().min(1).max(100), name: z.string().max(100) })

export const SignedIn = z.object({ session: z.string(), expires_at: z.number() })
export type SignedIn = z.infer<typeof SignedIn>

/** A signed-in browser or terminal. */
export const SessionView = z.object({
  id: z.string(),
  kind: z.enum(['page', 'terminal']),
  /** Where the page was opened; for a terminal, its name. */
  origin: z.string(),
  /** How the browser identifies itself. */
  agent: z.string(),
  created_at: z.number(),
  used_at: z.number(),
  expires_at: z.number(),
})
export type SessionView = z.infer<typeof SessionView>
