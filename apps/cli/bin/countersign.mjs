#!/usr/bin/env node
// Starts the built command. An older Node than the product runs on hands over to the one that npm brought.
const args = process.argv.slice(2)

/** The words after `countersign hook` that are for people. Without one of them an agent started it, and waits for an answer. */
const FOR_PEOPLE = ['install', 'uninstall', 'status', '--help', '-h', 'help']

if (args[0] === 'hook' && !FOR_PEOPLE.includes(args[1] ?? '')) {
  // Agents continue after every exit code but this one, so it is set until there is an answer.
  process.exitCode = 2
  const block = (cause) => {
    try {
      console.error(`countersign: ${wordsOf(cause)}; so nothing is allowed`)
    } finally {
      process.exit(2)
    }
  }
  process.on('uncaughtException', block)
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => process.exit(2))
  import('../dist/hook/whole.js').then(({ runHook }) => runHook(args.slice(1))).catch(block)
} else {
  const { startCommand } = await import('./start-command.mjs')
  await startCommand(args)
}

function wordsOf(cause) {
  if (cause?.code === 'ERR_MODULE_NOT_FOUND')
    return 'it is not built, or not all of it is there; run `npm run build` once in the clone'
  return cause instanceof Error ? cause.message : String(cause)
}
