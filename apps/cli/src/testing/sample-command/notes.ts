import { onServer } from '../../commands/on-server.ts'
import { complain, print, type JsonOption } from '../../commands/output.ts'
import { noteRoutes } from '@countersign/protocol/testing/sample-feature'

export function listNotes({ last, json }: JsonOption & { readonly last?: number }): Promise<number> {
  return onServer(async (api) => {
    const answer = await api.call(noteRoutes.list, {})
    if (!answer.ok) return complain(answer.message)
    const notes = last === undefined ? answer.body.notes : answer.body.notes.slice(-last)
    if (json === true) return print(JSON.stringify(notes, null, 2))
    return print(notes.length === 0 ? 'No notes yet.' : notes.map(({ text }) => text).join('\n'))
  })
}
