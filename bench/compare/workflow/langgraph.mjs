// LangGraph: a chain of nodes that each pass on a text.
import { Annotation, END, START, StateGraph } from '@langchain/langgraph'
import { report } from './report.mjs'

const length = Number(process.argv[2])
const State = Annotation.Root({ text: Annotation() })
let graph = new StateGraph(State)
for (let at = 0; at < length; at += 1) graph = graph.addNode(`n${at}`, async ({ text }) => ({ text }))
for (let at = 0; at <= length; at += 1)
  graph = graph.addEdge(at === 0 ? START : `n${at - 1}`, at === length ? END : `n${at}`)
const app = graph.compile()

await report(async () => {
  const { text } = await app.invoke({ text: 'a' }, { recursionLimit: length + 10 })
  if (text !== 'a') throw new Error('LangGraph did not run the chain')
})
