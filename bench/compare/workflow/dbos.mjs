// DBOS: a durable workflow whose steps each write a file. `node dbos.mjs STEPS DATABASE_URL FOLDER`
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DBOS } from '@dbos-inc/dbos-sdk'

const [, , steps, url, folder] = process.argv
DBOS.setConfig({ name: 'bench', systemDatabaseUrl: url, logLevel: 'error', runAdminServer: false })

async function chainOf(count) {
  for (let at = 0; at < count; at += 1)
    await DBOS.runStep(() => writeFile(join(folder, `${at}.txt`), 'x\n'), { name: `step ${at}` })
}
const chain = DBOS.registerWorkflow(chainOf, { name: 'chain' })
await DBOS.launch()
await chain(Number(steps))
const start = process.hrtime.bigint()
await chain(Number(steps))
const ms = Number(process.hrtime.bigint() - start) / 1e6
await DBOS.shutdown()
process.stdout.write(`${JSON.stringify({ ms: ms / Number(steps) })}\n`)
process.exit(0)
