// rete-engine: a chain of nodes that each add a letter, computed by its dataflow engine.
import { ClassicPreset, NodeEditor } from 'rete'
import { DataflowEngine } from 'rete-engine'
import { report } from './report.mjs'

const socket = new ClassicPreset.Socket('text')

class Step extends ClassicPreset.Node {
  constructor(isFirst) {
    super('step')
    if (!isFirst) this.addInput('text', new ClassicPreset.Input(socket))
    this.addOutput('text', new ClassicPreset.Output(socket))
  }
  async data({ text }) {
    return { text: text?.[0] ?? 'a' }
  }
}

const length = Number(process.argv[2])
const editor = new NodeEditor()
const engine = new DataflowEngine()
editor.use(engine)
const nodes = Array.from({ length }, (_one, at) => new Step(at === 0))
for (const node of nodes) await editor.addNode(node)
for (let at = 1; at < length; at += 1)
  await editor.addConnection(new ClassicPreset.Connection(nodes[at - 1], 'text', nodes[at], 'text'))

await report(async () => {
  engine.reset()
  const { text } = await engine.fetch(nodes.at(-1).id)
  if (text !== 'a') throw new Error('rete did not compute the chain')
})
