import { readParts, walkParts, type ChatProvider, type ModelPart, type ReadParts } from '@countersign/agent'
import type { MediaGeneration } from '@countersign/protocol'

/** The model of threads that are runs of a workflow: their single call exists from the start. */
export const RUN_MODEL = 'workflow'

const NOTHING_USED = { inputTokens: 0, outputTokens: 0, costUsd: 0 }

/** Answers at the root itself; sub-agents of the turn get the model. */
export function atRoot(
  provider: ChatProvider,
  model: string | undefined,
  answer: (last: Parameters<ReadParts>[0]['messages'][number] | undefined) => readonly ModelPart[],
): ChatProvider {
  const read: ReadParts = async (request, signal, take) => {
    if ((request.depth ?? 0) > 0)
      return readParts(provider, model === undefined ? request : { ...request, model }, signal, take)
    for (const part of answer(request.messages.at(-1))) if (take(part)) return
    take({ type: 'finish', usage: NOTHING_USED })
  }
  return { ...provider, read, stream: (request, signal) => walkParts(read, request, signal) }
}

/** Replaces the model in a run: its answer says how the single call ended. */
export function runProvider(provider: ChatProvider, model: string): ChatProvider {
  return atRoot(provider, model, (last) => [
    { type: 'text', text: last?.role === 'tool' ? last.text : 'A run accepts no messages.' },
  ])
}

/** Answers a message with a workflow: its text is the input `message`, and the output `answer` is the reply. */
export function targetProvider(
  provider: ChatProvider,
  workflow: string,
  media?: MediaGeneration,
): ChatProvider {
  return atRoot(provider, undefined, (last) => {
    if (last?.role === 'tool')
      return [{ type: 'text', text: answerIn(last.text) + (media === undefined ? '' : INSTEAD) }]
    const input = JSON.stringify({ workflow_id: workflow, params: { message: last?.text ?? '' } })
    return [{ type: 'call', call: { providerId: 'workflow', name: 'run_workflow', input } }]
  })
}

const INSTEAD =
  '\n\n*The workflow answered this message. It also asked for `media_generation`, which is ignored for workflows.*'

function answerIn(result: string): string {
  try {
    const { outputs } = JSON.parse(result) as { outputs?: { answer?: unknown } } // written by `run_workflow`
    const answer = outputs?.answer
    if (answer === undefined) return result
    // A large one is a file; its beginning is all that a chat shows.
    if (typeof answer === 'object' && answer !== null && 'begins' in answer)
      return `${String(answer.begins)}\n\n…`
    return typeof answer === 'string' ? answer : JSON.stringify(answer)
  } catch {
    return result
  }
}
