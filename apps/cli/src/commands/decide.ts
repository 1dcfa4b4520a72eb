import { createInterface } from 'node:readline'
import { once } from 'node:events'
import { caseDecider } from '@countersign/policy'

/**
 * Decides cases from a stream: one JSON object a line in, one answer a line out, in order, as they come. A line that is
 * no case is answered with an error; the stream goes on. Returns the exit code: 0, or 1 if a line was no case.
 */
export async function decideStdin(
  input: NodeJS.ReadableStream,
  output: NodeJS.WritableStream,
): Promise<number> {
  const decider = caseDecider()
  let bad = 0
  for await (const line of createInterface({ input, crlfDelay: Infinity })) {
    if (line.trim() === '') continue
    const answer = decider.line(line)
    if ('error' in answer) bad += 1
    if (!output.write(`${JSON.stringify(answer)}\n`)) await once(output, 'drain')
  }
  return bad === 0 ? 0 : 1
}
