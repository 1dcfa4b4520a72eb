// `npm run load`: streaming threads, sockets and waiting questions, all at once over two processes; `-- --raise` increases the load until
// it is too slow.
import { parseArgs } from 'node:util'
import { load, type LoadOutcome, type LoadSize, type Spread } from './load.ts'
import { turnCost } from './turn-cost.ts'

const { values } = parseArgs({
  options: {
    threads: { type: 'string', default: '200' },
    sockets: { type: 'string', default: '2000' },
    approvals: { type: 'string', default: '1000' },
    chunks: { type: 'string', default: '100' },
    /** Doubles threads and questions until words take longer than `BENT`. */
    raise: { type: 'boolean', default: false },
    /** Only the CPU time of one turn, on a warm server. */
    'turn-cost': { type: 'boolean', default: false },
  },
})
/** The 99th percentile limit in milliseconds for a word to reach all screens. */
const BENT = 2000
const say = (line: string): void => console.log(line)

if (values['turn-cost']) {
  say(`a turn of sixty pieces and one question: ${(await turnCost()).toFixed(1)} ms of processor`)
  process.exit()
}

let size: LoadSize = {
  threads: Number(values.threads),
  sockets: Number(values.sockets),
  approvals: Number(values.approvals),
  chunks: Number(values.chunks),
}
for (;;) {
  const outcome = await load(size, say)
  say(figures(size, outcome))
  const complaints = Map.groupBy(outcome.complaints, (line) => /"msg":"([^"]*)"/.exec(line)?.[1] ?? line)
  for (const [what, lines] of complaints) say(`${lines.length} × ${what}: ${lines[0]?.slice(0, 400)}`)
  if (outcome.wrong > 0 || outcome.behind > 0) process.exitCode = 1
  if (!values.raise || outcome.delivery.p99 > BENT || process.exitCode === 1) break
  size = { ...size, threads: size.threads * 2, approvals: size.approvals * 2 }
}

function figures({ threads, sockets, approvals }: LoadSize, outcome: LoadOutcome): string {
  const {
    firstEvent,
    delivery,
    answerToRun,
    events,
    wrong,
    behind,
    full,
    seconds,
    megabytesSent,
    ownProcessor,
    waited,
    refused,
  } = outcome
  return [
    `load: ${threads} chats, ${sockets} sockets, ${approvals} questions, ${waited} of them at once`,
    `first word ${line(firstEvent)}`,
    `word to every screen ${line(delivery)}`,
    `answer to run ${line(answerToRun)}`,
    `memory ${full.map(({ rss }) => `${Math.round(rss / 1e6)} MB`).join(' and ')}`,
    `processor ${full.map(({ processor }) => `${processor.toFixed(1)} s`).join(' and ')}`,
    `${events} events, ${megabytesSent.toFixed(0)} MB sent, wrong ${wrong}, behind ${behind}, answers given again ${refused}`,
    `clients, proxy and model ${ownProcessor.toFixed(1)} s of processor`,
    `opening ${seconds.open.toFixed(1)} s, streaming ${seconds.stream.toFixed(1)} s, answering ${seconds.answer.toFixed(1)} s`,
  ].join('; ')
}

function line({ p50, p99, most }: Spread): string {
  return `p50 ${p50} ms, p99 ${p99} ms, most ${most} ms`
}
