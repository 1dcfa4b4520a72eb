import { CAPABILITIES } from '@countersign/agent'
import { readConfig as read, type Arguments } from './config.ts'
import { FEATURES } from './features.ts'

/** Reads environment and arguments, with the capabilities of every feature. */
export function readConfig(env: NodeJS.ProcessEnv, args: Arguments): ReturnType<typeof read> {
  const all = [...CAPABILITIES, ...FEATURES.flatMap((feature) => feature.capabilities ?? [])]
  return read(
    env,
    args,
    all.map(({ id }) => id),
  )
}
