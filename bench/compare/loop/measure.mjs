// Our loop beside the loops of others, each in a process of its own, on the same scripted model.
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

/** Who takes how long for what. Everyone runs every scene once before it counts; ours, which is short beside the clock's grain, several times in a go. */
export async function measureLoops(versionOf) {
  const results = []
  for (const { name, file, package: from } of LOOPS) {
    const start = await medianOf(STARTS, () => startOf(name, file))
    const contender = await Contender.start(name, file)
    const rows = new Map()
    let peak = 0
    for (const scene of SCENES) {
      const times = from === undefined ? scene.times : 1
      await work(contender, scene, times)
      const taken = await medianOf(ROUNDS, async () => {
        const measured = await work(contender, scene, times)
        peak = Math.max(peak, measured.peak)
        return measured.cpu
      })
      rows.set(scene.name, taken)
    }
    contender.close()
    results.push({ name, version: from === undefined ? undefined : versionOf(from), start, peak, rows })
  }
  return results
}

async function startOf(name, file) {
  const began = performance.now()
  const contender = await Contender.start(name, file)
  contender.close()
  return performance.now() - began
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
