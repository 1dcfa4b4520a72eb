// A process with an open sandbox, as a server has one, until it is killed: its only argument is the folder of notes.
import { commandLine, isAlive, markOf } from '../../store/embedded/process-mark.ts'
import { sandboxBridges } from '../bridges.ts'
import { osSandbox } from '../sandbox.ts'

const bridges = sandboxBridges(process.argv[2] ?? '', { markOf, isAlive, commandLine })
const { kind } = await osSandbox({ hidden: [], off: false, bridges }).state()
process.stdout.write(`${kind}\n`)
setInterval(() => {}, 60_000)
