/** Repeats a piece of work, `every` milliseconds after it ended, never concurrently. `stop` waits for the last one. */
export function repeating(
  every: number,
  work: () => Promise<void>,
  failed: (cause: unknown) => void,
): { stop(): Promise<void> } {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  const plan = () => {
    if (!stopped) timer = setTimeout(round, every)
  }
  const round = () => {
    running = work().catch(failed).then(plan)
  }
  plan()
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
