import { setTimeout as delay } from 'node:timers/promises'
import type { Card } from './messages.ts'
import { Gone, Unreachable, type Server } from './server.ts'

/** Acknowledgements so far; grows only after an acknowledgement. */
export interface Memory {
  readonly started: Set<string>
  readonly answers: Map<string, 'allow_once' | 'deny'>
}

/** Every fourth card is refused. */
function decisionFor(card: Card): 'allow_once' | 'deny' {
  return card.token.endsWith('.b') ? 'deny' : 'allow_once'
}

/** Starts the round's turn; remembers it once acknowledged. */
export async function startRound(server: Server, round: string, memory: Memory): Promise<void> {
  try {
    await server.begin(round)
    memory.started.add(round)
  } catch (cause) {
    if (!(cause instanceof Unreachable)) throw cause
    // It may or may not exist: another attempt is another message, under another name.
    await delay(50)
    await startRound(server, `${round}x`, memory)
  }
}

/** Answers all waiting calls until every turn has ended. Another process may be running them. */
export async function seeThrough(server: Server, patience: number, memory: Memory): Promise<void> {
  const end = performance.now() + patience
  for (;;) {
    const open = await once(server, memory)
    if (open.length === 0) return
    if (performance.now() > end) throw new Error(`not ended in time: ${open.join(', ')}`)
    await delay(15)
  }
}

/** Answers waiting calls; returns what is still open. Retries if the database is down. */
async function once(server: Server, memory: Memory): Promise<readonly string[]> {
  try {
    for (const card of await server.waiting()) await answerCard(server, card, memory)
    return await server.open()
  } catch (cause) {
    if (cause instanceof Unreachable) return [cause.message]
    throw cause
  }
}

async function answerCard(server: Server, card: Card, memory: Memory): Promise<void> {
  const decision = decisionFor(card)
  try {
    await server.answer(card, decision)
  } catch (cause) {
    // It is unknown whether it was accepted: the rows decide, and nothing was acknowledged.
    if (cause instanceof Gone || cause instanceof Unreachable) throw cause
    throw new Error(`the card of ${card.token} cannot be answered: ${String(cause)}`, { cause })
  }
  memory.answers.set(card.callId, decision)
}
