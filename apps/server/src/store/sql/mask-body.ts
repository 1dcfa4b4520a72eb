import type { CallBody, FeatureBody } from '@countersign/protocol'
import { mask, maskContent, maskEntry, maskInPlace, maskValue } from '../../audit/mask.ts'

/** The body of a card without its secrets. */
export function maskBody(body: CallBody): CallBody {
  switch (body.kind) {
    case 'shell': {
      const found = body.found?.map((file) => ({ ...file, path: mask(file.path) }))
      return { ...body, command: maskInPlace(body.command), ...(found === undefined ? {} : { found }) }
    }
    case 'write':
      return {
        ...body,
        path: maskContent(body.path),
        before: body.before === null ? null : maskContent(body.before),
        after: maskContent(body.after),
      }
    case 'path':
      return {
        ...body,
        paths: body.paths.map(maskContent),
        ...(body.pattern === undefined ? {} : { pattern: maskContent(body.pattern) }),
      }
    case 'url':
      return {
        ...body,
        url: mask(body.url),
        ...(body.headers === undefined ? {} : { headers: body.headers.map(maskHeader) }),
        ...(body.body === undefined ? {} : { body: maskContent(body.body) }),
      }
    case 'todo':
      return { ...body, items: body.items.map((item) => ({ ...item, text: maskContent(item.text) })) }
    case 'subtask':
      return { ...body, title: mask(body.title), instructions: maskContent(body.instructions) }
    case 'arguments':
      return {
        ...body,
        entries: body.entries.map(maskArgument),
        ...(body.server === undefined ? {} : { server: { ...body.server, at: mask(body.server.at) } }),
        ...(body.change === undefined
          ? {}
          : { change: { before: maskContent(body.change.before), after: maskContent(body.change.after) } }),
      }
    default:
      return {
        ...body,
        entries: body.entries.map(maskArgument),
        data: maskValue(body.data) as Record<string, unknown>, // masking keeps the shape
      }
  }
}

function maskHeader({ name, value }: { readonly name: string; readonly value: string }) {
  return { name, value: maskEntry(name, value) }
}

/** JSON stays JSON: its values are masked one by one, also by their names. */
function maskArgument({ name, value, json }: FeatureBody['entries'][number]) {
  const parsed = json === true ? parseJson(value) : undefined
  if (parsed === undefined || maskEntry(name, '0') !== '0') return { name, value: maskEntry(name, value) }
  return { name, value: JSON.stringify(maskValue(parsed.value), null, 2), json: true as const }
}

function parseJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) }
  } catch {
    // It is not JSON after all, so it is shown as text.
    return undefined
  }
}
