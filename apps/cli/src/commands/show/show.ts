import { bodyLines } from '../../chat/body-lines.ts'
import type { FeatureBodyLines } from '../../chat/feature-body-lines.ts'
import { plainText } from '../../chat/lines.ts'
import { trackLines } from '../../chat/track-lines.ts'
import { visible } from '../../chat/visible.ts'
import { wholeCall, wholeMessage } from '../../whole.ts'
import { onServer } from '../on-server.ts'
import { complain, print, type JsonOption } from '../output.ts'

/** A complete call or message: chats show only the beginning of long ones. */
export function show(id: string, { json }: JsonOption, bodies: readonly FeatureBodyLines[]): Promise<number> {
  return onServer(async (api) => {
    if (id.startsWith('msg_')) {
      const read = await wholeMessage(api, id)
      if (!read.ok) return complain(read.message)
      return print(json === true ? JSON.stringify(read.value, null, 2) : shown(read.value.text))
    }
    const read = await wholeCall(api, id)
    if (!read.ok) return complain(read.message)
    if (json === true) return print(JSON.stringify(read.value, null, 2))
    return print([...trackLines(read.value, []), ...bodyLines(read.value, bodies)].map(plainText).join('\n'))
  })
}

/** Escapes control sequences on a terminal; prints the original text into a pipe. */
function shown(text: string): string {
  return process.stdout.isTTY ? visible(text) : text
}
