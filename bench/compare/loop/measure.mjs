// Our loop compared with others, each in its own process, on the same scripted model.
import { fileURLToPath } from 'node:url'
import { Contender } from '../../../apps/server/dist/testing/loop-bench/contender.js'
import { SCENES } from '../../../apps/server/dist/testing/loop-bench/scenes.js'
import { expected } from '../../../apps/server/dist/testing/loop-bench/script.js'

const here = (file) => fileURLToPath(new URL(file, import.meta.url))
const LOOPS = [
  { name: 'Countersign', file: here('../../../apps/server/dist/testing/loop-bench/ours.js') },
  { name: 'AI SDK', file: here('ai-sdk.mjs'), package: 'ai' },
  { name: 'OpenAI Agents', file: here('openai-agents.mjs'), package: '@openai/agents' },
  { name: 'LangGraph', file: here('langgraph.mjs'), package: '@langchain/langgraph' },
]
const STARTS = 7
const ROUNDS = 3

/**
 * Times every scene for every loop after one warm-up run. Ours is too short for the clock resolution, so it runs several times per
 * measurement.
 */
export async function measureLoops(versionOf) {
  const results = []
  for (const loop of LOOPS) {
    const { package: from } = loop
    const version = from === undefined ? undefined : versionOf(from)
    results.push({
      ...loop,
      version,
      peak: await peakOf(loop),
      rows: await rowsOf(loop),
      start: Number.POSITIVE_INFINITY,
    })
  }
  // Interleaved, and the minimum is used, because other load on the machine can only add time.
  for (let round = 0; round < STARTS; round += 1)
    for (const result of results) result.start = Math.min(result.start, await startOf(result))
  return results
}

/** Peak memory of a fresh process that runs every scene once. */
async function peakOf({ name, file }) {
  const contender = await Contender.start(name, file)
  let peak = 0
  for (const scene of SCENES) peak = Math.max(peak, (await work(contender, scene, 1)).peak)
  contender.close()
  return peak
}

async function rowsOf({ name, file, package: from }) {
  const contender = await Contender.start(name, file)
  const rows = new Map()
  for (const scene of SCENES) {
    const times = from === undefined ? scene.times : 1
    await work(contender, scene, times)
    rows.set(scene.name, await medianOf(ROUNDS, async () => (await work(contender, scene, times)).cpu))
  }
  contender.close()
  return rows
}

async function startOf({ name, file }) {
  const contender = await Contender.start(name, file)
  contender.close()
  return contender.startCpu
}

async function work(contender, { row, count }, times) {
  const measured = await contender.measure({ row, count, times })
  const wanted = expected(row, count)
  if (measured.did.tools !== wanted.tools || measured.did.chunks < wanted.chunks)
    throw new Error(`${contender.name} did not do the work of ${row}`)
  return measured
}

async function medianOf(count, take) {
  const taken = []
  for (let round = 0; round < count; round += 1) taken.push(await take())
  return taken.toSorted((a, b) => a - b)[count >> 1]
}
