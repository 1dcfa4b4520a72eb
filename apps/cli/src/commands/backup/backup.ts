import { auditRoutes } from '@countersign/protocol'
import { resolve } from 'node:path'
import { onServer } from '../on-server.ts'
import { complain, print, type JsonOption } from '../output.ts'

/** Writes a backup of one moment, while the server keeps working. */
export function backupTo(file: string, { json }: JsonOption): Promise<number> {
  return onServer(async (api) => {
    const answer = await api.call(auditRoutes.backup, { body: { file: resolve(file) } })
    if (!answer.ok) return complain(answer.message)
    return print(json === true ? JSON.stringify({ file: resolve(file) }) : `backed up to ${resolve(file)}`)
  })
}
