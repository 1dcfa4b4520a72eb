import { readBody } from '@countersign/protocol'
import { noteBody } from '@countersign/protocol/testing/sample-feature'
import type { FeatureBodyLines } from '../../chat/feature-body-lines.ts'
import { line } from '../../chat/lines.ts'
import { visibleLine } from '../../chat/visible.ts'

/** The card of a note, in the terminal. */
export const noteLines: FeatureBodyLines = {
  kind: noteBody.kind,
  lines(body) {
    const data = readBody(noteBody, body)
    return data && [line(`note ${data.kept + 1}: ${visibleLine(data.text)}`)]
  },
}
