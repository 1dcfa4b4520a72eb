const ROUNDS = 7

/** Median milliseconds of several rounds after a warm-up, as one line of JSON. */
export async function report(work) {
  await work()
  const times = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const start = process.hrtime.bigint()
    await work()
    times.push(Number(process.hrtime.bigint() - start) / 1e6)
  }
  process.stdout.write(`${JSON.stringify({ ms: times.toSorted((a, b) => a - b)[ROUNDS >> 1] })}\n`)
}
