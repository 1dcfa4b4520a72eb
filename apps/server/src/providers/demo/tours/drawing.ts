import type { Scene } from '../script.ts'
import { done, failed, quoted, textOf } from './lines.ts'

const FILE = 'drawings/tour.png'

const TEXT = [
  'flowchart LR',
  '  agent[Agent proposes] --> gate{Gate decides}',
  '  gate -->|a rule says yes| run[It runs]',
  '  gate -->|it asks| you[You countersign]',
  '  you --> run',
  '  run --> audit[Audit row]',
].join('\n')

/** A diagram as a picture: drawn locally, without a key. */
export const DRAWING: Scene = {
  words: 'show a drawing',
  pattern: /^\s*show\s+(?:me\s+)?a\s+drawing[.!?\s]*$/i,
  play(_match, { step, results }) {
    if (step === 0)
      return {
        text: `I would like to draw how a call is decided, and save it as \`${FILE}\`. Drawing needs no key and no network; writing the file asks you.`,
        calls: [{ name: 'generate_image', args: { drawing: { kind: 'mermaid', text: TEXT }, path: FILE } }],
      }
    return done(
      failed(results, 'generate_image')
        ? `You decided against it, so nothing was drawn:\n\n${quoted(textOf(results, 'generate_image'))}`
        : `You allowed the file, and it is there: \`${FILE}\`. Press the picture to see it large.`,
    )
  },
}
