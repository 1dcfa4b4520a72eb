import { setTimeout as delay } from 'node:timers/promises'
import type { Card } from './messages.ts'
import { Gone, Unreachable, type Server } from './server.ts'

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
  try {
    await server.begin(round)
    memory.started.add(round)
  } catch (cause) {
    if (!(cause instanceof Unreachable)) throw cause
    // It may be there or not: another try is another message, under another name.
    await delay(50)
    await startRound(server, `${round}x`, memory)
  }
}

/** Answers whatever waits until every turn has ended. Another process may be the one that runs them. */
export async function seeThrough(server: Server, patience: number, memory: Memory): Promise<void> {
  const end = performance.now() + patience
  for (;;) {
    const open = await once(server, memory)
    if (open.length === 0) return
    if (performance.now() > end) throw new Error(`not ended in time: ${open.join(', ')}`)
    await delay(15)
  }
}

/** Answers what waits now; says what is still open. A database that is down is tried again. */
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
    // Whether it counted is not known: the rows say, and nobody was told otherwise.
    if (cause instanceof Gone || cause instanceof Unreachable) throw cause
    throw new Error(`the card of ${card.token} cannot be answered: ${String(cause)}`, { cause })
  }
  memory.answers.set(card.callId, decision)
}
