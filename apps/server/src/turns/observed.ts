import {
  readParts,
  walkParts,
  type ChatProvider,
  type ReadParts,
  type Toolbelt,
  type Usage,
} from '@countersign/agent'
import type { Observer, TurnFacts } from './observer.ts'

/** Wraps tools so that each run is reported to the observer. The call itself is unchanged. */
export function observedBelt(belt: Toolbelt, observer: Observer): Toolbelt {
  return belt.derive((tools) =>
    tools.map((tool) => ({
      ...tool,
      async run(signed, context) {
        const ended = observer.callBegan(signed.call)
        try {
          const outcome = await tool.run(signed, context)
          ended({ how: 'ended', outcome })
          return outcome
        } catch (cause) {
          ended({ how: 'threw' })
          throw cause
        }
      },
    })),
  )
}

/** Wraps a model so that each request and its end are reported to the observer. */
export function observedProvider(provider: ChatProvider, turn: TurnFacts, observer: Observer): ChatProvider {
  const read: ReadParts = async (request, signal, take) => {
    const answered = observer.modelAsked(turn)
    let restarts = 0
    let how: 'finished' | 'failed' | 'stopped' = 'stopped'
    let usage: Usage | undefined
    try {
      await readParts(provider, request, signal, (part) => {
        if (part.type === 'restart') restarts += 1
        else if (part.type === 'failed') how = 'failed'
        else if (part.type === 'finish') {
          how = 'finished'
          usage = part.usage
        }
        return take(part)
      })
    } finally {
      answered({ how, restarts, ...(usage === undefined ? {} : { usage }) })
    }
  }
  return { ...provider, read, stream: (request, signal) => walkParts(read, request, signal) }
}
