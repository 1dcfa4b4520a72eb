import { readConfig, restoreBackup } from '@countersign/server'
import { resolve } from 'node:path'
import { complain, print, type JsonOption } from '../output.ts'

/** Restores a backup into an empty data folder or database. */
export async function restoreFrom(file: string, { json }: JsonOption): Promise<number> {
  const read = readConfig(process.env, {})
  if (!read.ok) return complain(read.message)
  const { home, databaseUrl } = read.config
  const restored = await restoreBackup(
    { home, ...(databaseUrl === undefined ? {} : { databaseUrl }) },
    resolve(file),
  )
  if (!restored.ok) return complain(restored.error.message)
  const { rows } = restored.value
  return print(json === true ? JSON.stringify({ file: resolve(file), rows }) : `restored ${rows} rows`)
}
