import type { Clock } from '@countersign/agent'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Observer } from '../turns/observer.ts'

/** Metrics of this process for Prometheus. Labels are few and from closed lists: no ids, and no names that a model chose. */
export interface Metrics {
  readonly observer: Observer
  /** An HTTP request was answered; `route` is its pattern. */
  answered(request: {
    readonly method: string
    readonly route: string
    readonly status: number
    readonly ms: number
  }): void
  /** A socket was opened. Returns a callback for its end. */
  socketOpened(): () => void
  readonly contentType: string
  text(): Promise<string>
}

/** Seconds: a read takes a millisecond, a model minutes. */
const BUCKETS = [0.005, 0.02, 0.1, 0.5, 2, 10, 60, 300]

export function openMetrics(parts: {
  readonly clock: Clock
  /** Number of questions that wait for a person, in the whole database. Undefined while that is unreachable: then the series is omitted. */
  waiting(): Promise<number | undefined>
}): Metrics {
  const register = new Registry()
  const series = makeSeries(register)
  const { requests, sockets, waiting } = series
  return {
    observer: observing(series, parts.clock),
    answered: ({ method, route, status, ms }) => requests.observe({ method, route, status }, ms / 1000),
    socketOpened() {
      sockets.inc()
      return () => sockets.dec()
    },
    contentType: register.contentType,
    async text() {
      const count = await parts.waiting()
      if (count === undefined) waiting.remove()
      else waiting.set(count)
      return register.metrics()
    },
  }
}

/** Every series of this process. */
function makeSeries(register: Registry) {
  const registers = [register]
  collectDefaultMetrics({ register })
  const counter = <L extends string>(name: string, help: string, ...labelNames: L[]) =>
    new Counter({ name: `countersign_${name}`, help, labelNames, registers })
  const gauge = (name: string, help: string) => new Gauge({ name: `countersign_${name}`, help, registers })
  const histogram = <L extends string>(name: string, help: string, ...labelNames: L[]) =>
    new Histogram({ name: `countersign_${name}`, help, labelNames, buckets: BUCKETS, registers })

  const turns = {
    live: gauge('turns_live', 'Turns running in this process'),
    left: counter('turns_total', 'Turns that left this process, by outcome', 'how'),
  }
  const models = {
    asked: histogram('model_call_seconds', 'Model calls, by provider and outcome', 'provider', 'how'),
    restarts: counter('model_restarts_total', 'Answers that were restarted', 'provider'),
    tokens: counter('tokens_total', 'Tokens of finished answers', 'provider', 'direction'),
    cost: counter('cost_usd_total', 'US dollars, where the price is known', 'provider'),
    unpriced: counter('unpriced_answers_total', 'Answers whose price is unknown', 'provider'),
  }
  const calls = {
    running: gauge('calls_running', 'Calls running in this process'),
    ended: histogram('call_seconds', 'Calls that ran, by category and outcome', 'category', 'how'),
  }
  const requests = histogram('http_request_seconds', 'HTTP requests', 'method', 'route', 'status')
  const sockets = gauge('sockets', 'Open sockets of this process')
  const waiting = gauge('approvals_waiting', 'Questions waiting for a person, across all processes')
  return { turns, models, calls, requests, sockets, waiting }
}

function observing({ turns, models, calls }: ReturnType<typeof makeSeries>, clock: Clock): Observer {
  const seconds = (since: number) => (clock.now() - since) / 1000
  return {
    turnTaken() {
      turns.live.inc()
      return (how) => {
        turns.live.dec()
        turns.left.inc({ how })
      }
    },
    modelAsked({ model }) {
      const at = clock.now()
      const provider = providerOf(model)
      return ({ how, restarts, usage }) => {
        models.asked.observe({ provider, how }, seconds(at))
        models.restarts.inc({ provider }, restarts)
        if (usage === undefined) return
        models.tokens.inc({ provider, direction: 'input' }, usage.inputTokens)
        models.tokens.inc({ provider, direction: 'output' }, usage.outputTokens)
        if (typeof usage.costUsd === 'number') models.cost.inc({ provider }, usage.costUsd)
        else models.unpriced.inc({ provider })
      }
    },
    callBegan({ facts }) {
      const at = clock.now()
      calls.running.inc()
      return (end) => {
        calls.running.dec()
        const how = end.how === 'threw' ? 'threw' : end.outcome.ok ? 'succeeded' : 'failed'
        calls.ended.observe({ category: facts.category, how }, seconds(at))
      }
    },
  }
}

/** The part before the model: a person can name any model, and each would be a separate series. */
function providerOf(model: string): string {
  return model.split('/', 1)[0] ?? model
}
