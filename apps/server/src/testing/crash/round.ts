import { setTimeout as delay } from 'node:timers/promises'
import type { Card } from './messages.ts'
import { Gone, type Server } from './server.ts'

/** What was acknowledged so far; grows only after an acknowledgement. */
export interface Memory {
  readonly started: Set<string>
  readonly answers: Map<string, 'allow_once' | 'deny'>
}

/** Every fourth card is refused. */
function decisionFor(card: Card): 'allow_once' | 'deny' {
  return card.token.endsWith('.b') ? 'deny' : 'allow_once'
}

/** Starts the round's turn; remembers it once it was acknowledged. */
export async function startRound(server: Server, round: string, memory: Memory): Promise<void> {
  await server.begin(round)
  memory.started.add(round)
}

/** Answers whatever waits until every turn has ended. Another process may be the one that runs them. */
export async function seeThrough(server: Server, patience: number, memory: Memory): Promise<void> {
  const end = performance.now() + patience
  for (;;) {
    for (const card of await server.waiting()) await answerCard(server, card, memory)
    const open = await server.open()
    if (open.length === 0) return
    if (performance.now() > end) throw new Error(`not ended in time: ${open.join(', ')}`)
    await delay(15)
  }
}

async function answerCard(server: Server, card: Card, memory: Memory): Promise<void> {
  const decision = decisionFor(card)
  try {
    await server.answer(card, decision)
  } catch (cause) {
    // Whether it counted is not known: the rows say, and nobody was told otherwise.
    if (cause instanceof Gone) throw cause
    throw new Error(`the card of ${card.token} cannot be answered: ${String(cause)}`, { cause })
  }
  memory.answers.set(card.callId, decision)
}
