import { z } from 'zod'
import { compatibleService, type Service } from './services.ts'

/** Servers of models that people run on their own machine, where they listen by themselves. */
const KNOWN = [
  { id: 'ollama', name: 'Ollama on this machine', address: 'http://127.0.0.1:11434/v1' },
  { id: 'lmstudio', name: 'LM Studio on this machine', address: 'http://127.0.0.1:1234/v1' },
  { id: 'llamacpp', name: 'llama.cpp on this machine', address: 'http://127.0.0.1:8080/v1' },
] as const

/** Milliseconds that a server has to list its models: it is on loopback, or it is not there. */
const PATIENCE = 500
/** Most models of one server that are listed. */
const MODEL_LIMIT = 200

const ModelList = z.object({ data: z.array(z.object({ id: z.string().min(1).max(200) })) })

type Environment = Readonly<Record<string, string | undefined>>

/** Looks on loopback, and at `COUNTERSIGN_COMPATIBLE_URL`, for servers that answer. `COUNTERSIGN_LOCAL_MODELS=off` looks nowhere. */
export async function localServers(env: Environment): Promise<readonly Service[]> {
  const own = env['COUNTERSIGN_COMPATIBLE_URL']
  const key = env['COUNTERSIGN_COMPATIBLE_KEY']
  const named =
    own === undefined || own === ''
      ? []
      : [{ id: 'compatible', name: 'Compatible server', address: own, ...(key === undefined ? {} : { key }) }]
  const looked = env['COUNTERSIGN_LOCAL_MODELS'] === 'off' ? [] : KNOWN
  const found = await Promise.all(
    [...named, ...looked].map(async (server) => ({ server, models: await modelsOf(server) })),
  )
  return found.flatMap(({ server, models }) =>
    models.length === 0 ? [] : [compatibleService({ ...server, models })],
  )
}

async function modelsOf({
  address,
  key,
}: {
  readonly address: string
  readonly key?: string
}): Promise<readonly string[]> {
  try {
    const headers = key === undefined ? {} : { authorization: `Bearer ${key}` }
    const response = await fetch(`${address}/models`, {
      headers,
      signal: AbortSignal.timeout(PATIENCE),
      redirect: 'error',
    })
    const parsed = ModelList.safeParse(await response.json())
    return parsed.success ? parsed.data.data.slice(0, MODEL_LIMIT).map(({ id }) => id) : []
  } catch {
    // Nobody listens there, or something that is no server of models: both mean that there are none.
    return []
  }
}
