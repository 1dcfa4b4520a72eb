import { readConfig, startServer } from '@countersign/server'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { apiAt, type Api } from '../server-client.ts'

/** A server with the demo model, in its own data folder, which a command finds there. */
export interface ChatServer {
  readonly work: string
  readonly env: Readonly<Record<string, string>>
  /** Acts as its person. */
  readonly api: Api
  close(): Promise<void>
}

/** `features`: default all shipped ones. */
export async function chatServer(
  more: Readonly<Record<string, string>> = {},
  features?: NonNullable<Parameters<typeof startServer>[1]>['features'],
): Promise<ChatServer> {
  const folder = await mkdtemp(join(tmpdir(), 'cs-chat-'))
  // Open, so that the database of a run as root is inside it and is removed with it.
  await chmod(folder, 0o755)
  const work = join(folder, 'work')
  await mkdir(work)
  const env = { COUNTERSIGN_HOME: join(folder, 'home'), COUNTERSIGN_LOCAL_MODELS: 'off', ...more }
  const read = readConfig(env, { port: 0, workspace: work })
  if (!read.ok) throw new Error(read.message)
  const started = await startServer(read.config, {
    webRoot: folder,
    env,
    ...(features === undefined ? {} : { features }),
    // Commands of a test are children of this process, which hosts the server; a person's are not.
    lookAtPeer: () => Promise.resolve({ kind: 'stranger' }),
  })
  if (started.kind !== 'started') throw new Error(`the server did not start: ${started.kind}`)
  return {
    work,
    env,
    api: apiAt({ port: started.server.port, token: started.server.key }),
    async close() {
      await started.server.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
