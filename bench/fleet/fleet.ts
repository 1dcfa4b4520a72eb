import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../../scripts/testing/postgres.ts'
import { modelServer, type Answer, type Prompt } from './model-server.ts'
import { Proxy } from './proxy.ts'
import { ServerProcess } from './server-process.ts'

/** Several server processes on one PostgreSQL behind a load balancer, with a scripted model. */
export interface Fleet {
  readonly proxy: Proxy
  readonly workspace: string
  readonly token: string
  readonly servers: readonly ServerProcess[]
  /** Starts another process. It gets traffic as soon as it listens. */
  start(): Promise<ServerProcess>
  /** Stops one; it gets no more traffic. */
  end(server: ServerProcess, signal: 'SIGKILL' | 'SIGTERM'): Promise<void>
  /** Lines that commands wrote to a file of the workspace. */
  lines(file: string): Promise<readonly string[]>
  close(): Promise<void>
}

export async function startFleet(
  script: (prompt: Prompt) => Answer,
  options: { readonly processes: number; readonly env?: Readonly<Record<string, string>> },
): Promise<Fleet> {
  const folder = await mkdtemp(join(tmpdir(), 'cs-fleet-'))
  const [home, webRoot, workspace] = ['home', 'web', 'workspace'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ] // three names, three paths
  await mkdir(webRoot)
  await mkdir(workspace)
  await writeFile(join(webRoot, 'index.html'), '<!doctype html><title>Countersign</title>')
  await writeFile(join(workspace, 'README.md'), '# A folder to work in\n')
  const postgres = await startPostgres()
  const model = await modelServer(script)
  const proxy = await Proxy.open()
  const env = {
    COUNTERSIGN_HOME: home,
    DATABASE_URL: postgres.url,
    COUNTERSIGN_PUBLIC_URL: proxy.address,
    COUNTERSIGN_COMPATIBLE_URL: model.address,
    COUNTERSIGN_MODEL: 'compatible/any',
    COUNTERSIGN_LOCAL_MODELS: 'off',
    COUNTERSIGN_SHUTDOWN_GRACE: '2',
    ...options.env,
  }
  const servers: ServerProcess[] = []
  const served = () => proxy.serve(servers.filter(({ alive }) => alive).map(({ port }) => port))
  const forget = (server: ServerProcess) => {
    const at = servers.indexOf(server)
    if (at >= 0) servers.splice(at, 1)
    served()
  }
  const start = async () => {
    const server = await ServerProcess.start({ webRoot, workspace }, env)
    servers.push(server)
    served()
    return server
  }
  for (let count = 0; count < options.processes; count += 1) await start()
  return {
    proxy,
    workspace,
    token: servers[0]?.token ?? '',
    servers,
    start,
    async end(server, signal) {
      if (signal === 'SIGTERM') forget(server)
      await server.end(signal)
      forget(server)
    },
    async lines(file) {
      const text = await readFile(join(workspace, file), 'utf8').catch(() => '')
      return text.split('\n').filter((line) => line !== '')
    },
    async close() {
      await proxy.close()
      await Promise.all(servers.map((server) => server.end('SIGTERM')))
      await model.close()
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
