import type { Span } from '@opentelemetry/api'
import type { TurnId } from '@countersign/protocol'
import type { Environment } from '../settings/environment.ts'
import type { Observer } from '../turns/observer.ts'

export interface Traces {
  readonly observer: Observer
  /** Flushes the remaining spans. Throws if the collector does not accept them, after two seconds at most. */
  close(): Promise<void>
}

const USUAL_COLLECTOR = 'http://127.0.0.1:4318'

/**
 * Turns as traces, with their model calls and tool calls, sent by OTLP over HTTP. Undefined unless `COUNTERSIGN_TRACES=on`: nothing is
 * loaded or sent without it. Spans contain ids, names and numbers, never messages, arguments or results.
 */
export async function openTraces(
  env: Environment,
  about: { readonly version: string; readonly boot: string },
): Promise<Traces | undefined> {
  if (env['COUNTERSIGN_TRACES'] !== 'on') return undefined
  const [{ context, SpanStatusCode, trace }, { BatchSpanProcessor, TracerProvider }, resources, otlp] =
    await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/resources'),
      import('@opentelemetry/exporter-trace-otlp-http'),
    ])
  const provider = new TracerProvider({
    resource: resources.resourceFromAttributes({
      'service.name': env['OTEL_SERVICE_NAME'] ?? 'countersign',
      'service.version': about.version,
      'service.instance.id': about.boot,
    }),
    spanProcessors: [
      new BatchSpanProcessor({ exporter: new otlp.OTLPTraceExporter({ url: collectorOf(env) }) }),
    ],
  })
  const tracer = provider.getTracer('countersign', about.version)
  const turns = new Map<TurnId, Span>()
  const child = (turnId: TurnId | null, name: string, attributes: Record<string, string | number>): Span => {
    const parent = turnId === null ? undefined : turns.get(turnId)
    const place = parent === undefined ? context.active() : trace.setSpan(context.active(), parent)
    return tracer.startSpan(name, { attributes }, place)
  }
  const end = (span: Span, how: string, failed: boolean) => {
    span.setAttribute('countersign.how', how)
    if (failed) span.setStatus({ code: SpanStatusCode.ERROR })
    span.end()
  }
  return {
    observer: {
      turnTaken({ turnId, threadId, model }) {
        const attributes = { ...idsOf(turnId, threadId), 'countersign.model': model }
        const span = tracer.startSpan('turn', { attributes }, context.active())
        turns.set(turnId, span)
        return (how) => {
          turns.delete(turnId)
          end(span, how, how === 'failed' || how === 'broken')
        }
      },
      modelAsked({ turnId, threadId, model }) {
        const span = child(turnId, 'model', { ...idsOf(turnId, threadId), 'countersign.model': model })
        return ({ how, restarts, usage }) => {
          span.setAttribute('countersign.restarts', restarts)
          if (usage !== undefined) {
            span.setAttribute('countersign.input_tokens', usage.inputTokens)
            span.setAttribute('countersign.output_tokens', usage.outputTokens)
          }
          end(span, how, how === 'failed')
        }
      },
      callBegan(call) {
        const span = child(call.turnId, 'call', {
          ...idsOf(call.turnId, call.threadId),
          'countersign.call_id': call.id,
          'countersign.tool': call.tool,
          'countersign.depth': call.depth,
          // A sub-agent is not a tool call and has no span: its calls name it, and are below their turn.
          ...(call.parentId === null ? {} : { 'countersign.parent_id': call.parentId }),
        })
        return (ended) => {
          const how = ended.how === 'threw' ? 'threw' : ended.outcome.ok ? 'succeeded' : ended.outcome.code
          end(span, how, how !== 'succeeded')
        }
      },
    },
    close: () => inTime(provider.shutdown()),
  }
}

/** Milliseconds for sending the last traces: a server that stops does not wait for a missing collector. */
const CLOSE_LIMIT = 2000

async function inTime(sent: Promise<void>): Promise<void> {
  let late: NodeJS.Timeout | undefined
  const limit = new Promise<never>((_sent, lost) => {
    late = setTimeout(() => lost(new Error('the collector did not accept them in time')), CLOSE_LIMIT)
  })
  await Promise.race([sent, limit]).finally(() => clearTimeout(late))
}

function idsOf(turnId: string | null, threadId: string): Record<string, string> {
  const turn = turnId === null ? {} : { 'countersign.turn_id': turnId }
  return { ...turn, 'countersign.thread_id': threadId }
}

function collectorOf(env: Environment): string {
  const own = env['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT']
  if (own !== undefined && own !== '') return own
  return `${(env['OTEL_EXPORTER_OTLP_ENDPOINT'] || USUAL_COLLECTOR).replace(/\/+$/, '')}/v1/traces`
}
