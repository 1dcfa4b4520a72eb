import type { Environment } from '../settings/provider-keys.ts'
import { listModels, type ListedModel } from './listing.ts'

/** A server of models that people run on their own machine. */
export interface LocalServer {
  readonly id: 'ollama' | 'lmstudio' | 'llamacpp'
  readonly name: string
  /** Of its chat format: ends with `/v1`. */
  readonly address: string
}

/** Milliseconds that a server has to list its models: it is on loopback, or it is not there. */
const PATIENCE = 500

/** Where they listen by themselves. The variables move them; `COUNTERSIGN_LOCAL_MODELS=off` looks nowhere. */
const KNOWN = [
  {
    id: 'ollama',
    name: 'Ollama on this machine',
    variable: 'COUNTERSIGN_OLLAMA_URL',
    address: 'http://127.0.0.1:11434/v1',
  },
  {
    id: 'lmstudio',
    name: 'LM Studio on this machine',
    variable: 'COUNTERSIGN_LMSTUDIO_URL',
    address: 'http://127.0.0.1:1234/v1',
  },
  {
    id: 'llamacpp',
    name: 'llama.cpp on this machine',
    variable: 'COUNTERSIGN_LLAMACPP_URL',
    address: 'http://127.0.0.1:8080/v1',
  },
] as const

/** Who may listen on this machine. */
export function localServers(env: Environment): readonly LocalServer[] {
  if (env['COUNTERSIGN_LOCAL_MODELS'] === 'off') return []
  return KNOWN.map(({ id, name, variable, address }) => ({
    id,
    name,
    address: (env[variable] || address).replace(/\/+$/, ''),
  }))
}

/** Models of a server on this machine; none: nobody listens there, or something that is no server of models. */
export async function localModels({ address }: LocalServer): Promise<readonly ListedModel[]> {
  const listing = await listModels({ url: `${address}/models`, headers: {}, format: 'openai' }, PATIENCE)
  return listing.ok ? listing.models : []
}
