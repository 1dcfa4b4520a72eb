import { runProgram } from './command/program.ts'
import { COMMANDS, programOf } from './features.ts'

await runProgram(programOf(COMMANDS))
