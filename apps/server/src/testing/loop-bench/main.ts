import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { Contender } from './contender.ts'
import { durableFigures } from './durable.ts'
import { SCENES, type Scene } from './scenes.ts'
import { expected, type Row } from './script.ts'
import type { Measured } from './serve.ts'
import { stopFigures } from './stop.ts'

/** `npm run bench:loop`: the cost of our loop, compared with a hand-written floor and with other loops. */
const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    /** Without the other loops. */
    alone: { type: 'boolean', default: false },
    rows: { type: 'boolean', default: false },
  },
})

/** Warm-up: this many times the runs of a measurement. */
const SETTLED = 3

const OURS = 'countersign'
const FLOOR = 'floor'
const PEERS = [
  ['AI SDK', 'ai-sdk'],
  ['OpenAI Agents', 'openai-agents'],
  ['LangGraph', 'langgraph'],
] as const

const here = (file: string) => fileURLToPath(new URL(file, import.meta.url))
const compare = (file: string) => here(`../../../../../bench/compare/loop/${file}.mjs`)

const rounds = values.quick ? 5 : 15
/** The others are slow enough for fewer rounds of one run each. */
const peerRounds = values.quick ? 2 : 5
const warming = 2
const own = [await Contender.start(OURS, here('ours.js')), await Contender.start(FLOOR, here('floor.js'))]
const peers = values.alone
  ? []
  : await Promise.all(PEERS.map(([name, file]) => Contender.start(name, compare(file))))

let worstPeer = 0
let worstFloor = 0
say(`processor time of one run in milliseconds, medians of ${rounds} rounds (in brackets: × ours)`)
for (const scene of SCENES) {
  const medians = await measureScene(scene)
  const ours = medians.get(OURS) ?? Number.NaN
  const floor = medians.get(FLOOR) ?? Number.NaN
  const others = [...medians].filter(([name]) => name !== OURS && name !== FLOOR).map(([, cpu]) => cpu)
  worstFloor = Math.max(worstFloor, ours / floor)
  if (others.length > 0) worstPeer = Math.max(worstPeer, ours / Math.min(...others))
  const cells = [...medians].map(
    ([name, cpu]) => `${name} ${cpu.toFixed(2)}${name === OURS ? '' : ` (${(cpu / ours).toFixed(2)})`}`,
  )
  say(`${scene.name.padEnd(22)} ${(ours / floor).toFixed(2)} × floor   ${cells.join('   ')}`)
}
await growth()
for (const contender of [...own, ...peers]) contender.close()
await memory()
if (!values.rows) {
  say(await stopFigures(values.quick ? 3 : 10))
  const steps = values.quick ? 60 : 200
  say(await durableFigures(steps))
  const databaseUrl = process.env['COUNTERSIGN_TEST_DATABASE_URL']
  if (databaseUrl !== undefined) say(await durableFigures(steps, databaseUrl))
}
say(`our worst ratio to the floor: ${worstFloor.toFixed(2)}`)
if (peers.length > 0) say(`our worst ratio to the fastest peer: ${worstPeer.toFixed(2)}`)

/** Interleaved, so that noise affects all alike. */
async function measureScene({ row, count, times }: Scene): Promise<ReadonlyMap<string, number>> {
  const samples = new Map<string, number[]>()
  for (let round = -warming; round < rounds; round += 1) {
    for (const contender of [...own, ...peers]) {
      const peer = peers.includes(contender)
      if (peer && (round < -1 || round >= peerRounds)) continue
      const ask = { row, count, times: peer ? 1 : times, before: peer ? 0 : SETTLED * times }
      const measured = await contender.measure(ask)
      check(contender.name, row, count, measured)
      if (round >= 0) samples.set(contender.name, [...(samples.get(contender.name) ?? []), measured.cpu])
    }
  }
  return new Map([...samples].map(([name, taken]) => [name, median(taken)]))
}

/** The cost of a step in a turn of 400, compared with a turn of 100. */
async function growth(): Promise<void> {
  const figures: string[] = []
  for (const contender of own) {
    const short: number[] = []
    const long: number[] = []
    for (let round = -1; round < rounds; round += 1) {
      const few = await contender.measure({ row: 'steps', count: 100, times: 40, before: SETTLED * 40 })
      const many = await contender.measure({ row: 'steps', count: 400, times: 10, before: SETTLED * 10 })
      if (round < 0) continue
      short.push(few.cpu / 100)
      long.push(many.cpu / 400)
    }
    figures.push(`${contender.name} ${(median(long) / median(short)).toFixed(2)}`)
  }
  say(`a step in a turn of 400 against one of 100: ${figures.join(', ')}`)
}

/** Peak memory of a fresh process that does one row once, over all rows. */
async function memory(): Promise<void> {
  const figures: string[] = []
  for (const [name, file] of [[OURS, here('ours.js')] as const, [FLOOR, here('floor.js')] as const]) {
    let most = 0
    for (const { row, count } of [...SCENES, { row: 'steps' as const, count: 400 }]) {
      const contender = await Contender.start(name, file)
      most = Math.max(most, (await contender.measure({ row, count, times: 1 })).peak)
      contender.close()
    }
    figures.push(`${name} ${most.toFixed(0)} MB`)
  }
  say(`most memory of a fresh process that does one row once, over all rows: ${figures.join(', ')}`)
}

function check(name: string, row: Row, count: number, { did }: Measured): void {
  const wanted = expected(row, count)
  if (did.tools !== wanted.tools || did.chunks < wanted.chunks)
    throw new Error(
      `${name} did not do the work of ${row}: ${JSON.stringify(did)}, not ${JSON.stringify(wanted)}`,
    )
}

function median(taken: readonly number[]): number {
  return taken.toSorted((a, b) => a - b)[Math.floor(taken.length / 2)] ?? Number.NaN
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
