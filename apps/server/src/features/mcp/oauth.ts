import type {
  OAuthClientProvider,
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from '@modelcontextprotocol/client'
import { z } from 'zod'
import type { Vault } from '../../platform/vault/vault.ts'
import { serial } from '../../serial.ts'

/** The stored data of signing in at one server, sealed as a whole. */
interface Kept {
  readonly client?: StoredOAuthClientInformation
  readonly tokens?: StoredOAuthTokens
  readonly verifier?: string
  readonly state?: string
  readonly discovery?: OAuthDiscoveryState
}

/** Signing in at a server: the library does it, this stores its data, and a person opens the address. */
export interface McpOAuth extends OAuthClientProvider {
  /** Where the person signs in; undefined: nothing was requested. */
  readonly address: URL | undefined
  /** The secret that comes back with the answer. */
  readonly expected: Promise<string | undefined>
  forget(): Promise<void>
}

const Record = z.record(z.string(), z.unknown())

export function mcpOAuth(parts: {
  readonly server: string
  readonly vault: Pick<Vault, 'read' | 'keep' | 'remove'>
  readonly redirectUrl: () => string
  newState(): string
}): McpOAuth {
  const key = `mcp-oauth:${parts.server}`
  let address: URL | undefined

  async function read(): Promise<Kept> {
    const signIn = await parts.vault.read(key)
    if (signIn.kind !== 'secret') return {}
    const parsed = Record.safeParse(JSON.parse(signIn.secret))
    // We sealed it, so nobody else can have written it.
    return parsed.success ? parsed.data : {}
  }
  const inTurn = serial()
  /** In sequence: the library may store a token and a state concurrently, and neither may overwrite the other. */
  function keep(change: Kept): Promise<void> {
    return inTurn(async () => {
      const next = JSON.stringify({ ...(await read()), ...change })
      await parts.vault.keep(key, next)
    })
  }

  return {
    get address() {
      return address
    },
    get expected() {
      return read().then(({ state }) => state)
    },
    get redirectUrl() {
      return parts.redirectUrl()
    },
    get clientMetadata() {
      return {
        client_name: 'Countersign',
        redirect_uris: [parts.redirectUrl()],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
      }
    },
    async state() {
      const state = parts.newState()
      await keep({ state })
      return state
    },
    clientInformation: async () => (await read()).client,
    saveClientInformation: (client) => keep({ client }),
    tokens: async () => (await read()).tokens,
    saveTokens: (tokens) => keep({ tokens }),
    redirectToAuthorization(url) {
      address = url
    },
    saveCodeVerifier: (verifier) => keep({ verifier }),
    codeVerifier: async () => (await read()).verifier ?? '',
    saveDiscoveryState: (discovery) => keep({ discovery }),
    discoveryState: async () => (await read()).discovery,
    async forget() {
      address = undefined
      await parts.vault.remove(key)
    },
  }
}
