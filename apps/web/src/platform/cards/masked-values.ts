import type { CallBody } from '@countersign/protocol'

/** A secret that the server replaced with dots, together with the option or name before it. */
const MASKED = /(?:(?<name>[\w.-]+)["']?(?:\s*[=:]\s*|\s+)["']?)?(?:Bearer\s+)?•{4,}/g

/** Names of the masked values in a body, in order; an empty string for a value without a name. */
export function maskedValues(body: CallBody): readonly string[] {
  switch (body.kind) {
    case 'shell':
      return namesIn(body.command)
    case 'write':
      return namesIn(body.after)
    case 'url':
      return [
        ...namesIn(body.url),
        ...(body.headers ?? []).flatMap(namesInEntry),
        ...namesIn(body.body ?? ''),
      ]
    case 'path':
      return body.paths.flatMap(namesIn)
    case 'arguments':
      return [...body.entries.flatMap(namesInEntry), ...namesIn(body.change?.after ?? '')]
    case 'subtask':
      return namesIn(body.instructions)
    case 'todo':
      return []
    default:
      return body.entries.flatMap(namesInEntry)
  }
}

function namesInEntry({ name, value }: { readonly name: string; readonly value: string }): readonly string[] {
  return namesIn(value).map((inner) => inner || name.replace(/^· /, ''))
}

function namesIn(text: string): readonly string[] {
  return [...text.matchAll(MASKED)].map((found) => found.groups?.['name'] ?? '')
}
