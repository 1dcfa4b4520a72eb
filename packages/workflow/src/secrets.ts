import { isRecord, type Json } from './json.ts'

/** Whether a literal contains `{ "$secret": name }` at any depth. */
export function hasSecret(value: Json): boolean {
  if (Array.isArray(value)) return value.some((item: Json) => hasSecret(item))
  if (!isRecord(value)) return false
  return isSecret(value) || Object.values(value as Readonly<Record<string, Json>>).some(hasSecret) // fields of JSON are JSON
}

function isSecret(value: Readonly<Record<string, unknown>>): boolean {
  return typeof value['$secret'] === 'string' && Object.keys(value).length === 1
}

/** The names of all secrets in a literal. */
export function secretsIn(value: Json): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((item: Json) => secretsIn(item))
  if (!isRecord(value)) return []
  const name = value['$secret']
  if (isSecret(value) && typeof name === 'string') return [name]
  return Object.values(value as Readonly<Record<string, Json>>).flatMap(secretsIn) // fields of JSON are JSON
}
