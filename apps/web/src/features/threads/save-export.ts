import type { ExportFormat, ThreadId } from '@countersign/protocol'
import { fetchExport } from '../../data/api-export.ts'

const TYPES: Readonly<Record<ExportFormat, string>> = {
  md: 'text/markdown',
  json: 'application/json',
  html: 'text/html',
}

/** Lets the browser save a thread as a file. Null: done; otherwise why not. */
export async function saveExport(id: ThreadId, format: ExportFormat): Promise<string | null> {
  const file = await fetchExport(id, format)
  if (!file.ok) return file.message
  const { name, text } = file.value
  const address = URL.createObjectURL(new Blob([text], { type: TYPES[format] }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
  return null
}
