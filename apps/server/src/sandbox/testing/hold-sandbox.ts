// A process with an open sandbox, like a server, until it is killed, or with `once` until it is open. Its first argument is the folder of
// notes.
import { commandLine, isAlive, markOf } from '../../store/embedded/process-mark.ts'
import { sandboxBridges } from '../bridges.ts'
import { osSandbox } from '../sandbox.ts'

const bridges = sandboxBridges(process.argv[2] ?? '', { markOf, isAlive, commandLine })
const sandbox = osSandbox({ hidden: [], off: false, bridges })
const { kind } = await sandbox.state()
process.stdout.write(`${kind}\n`)
if (process.argv[3] === 'once') await sandbox.close()
else setInterval(() => {}, 60_000)
