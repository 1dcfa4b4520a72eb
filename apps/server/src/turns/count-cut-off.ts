import {
  estimateTokens,
  readParts,
  walkParts,
  type ChatProvider,
  type ModelRequest,
  type ReadParts,
} from '@countersign/agent'
import type { CutUsage } from './ports.ts'

/**
 * Wraps a model so that an answer that is cut off is counted by its length, because its provider reports usage only at its end. An answer
 * of which nothing arrived is not counted: it is unknown whether anyone worked on it.
 */
export function countingCutOff(provider: ChatProvider, count: (used: CutUsage) => void): ChatProvider {
  const read: ReadParts = async (request, signal, take) => {
    let length = 0
    let isWhole = false
    try {
      await readParts(provider, request, signal, (part) => {
        if (part.type === 'text' || part.type === 'reasoning') length += part.text.length
        else if (part.type === 'progress') length += part.bytes
        else if (part.type === 'finish') isWhole = true
        return take(part)
      })
    } finally {
      if (!isWhole && length > 0) count(usedBy(provider, request, length))
    }
  }
  return { ...provider, read, stream: (request, signal) => walkParts(read, request, signal) }
}

function usedBy(
  { isFree = false }: ChatProvider,
  { messages, tools }: ModelRequest,
  length: number,
): CutUsage {
  return {
    inputTokens: estimateTokens(messages, JSON.stringify(tools).length),
    outputTokens: estimateTokens([], length),
    costUsd: isFree ? 0 : null,
  }
}
