import { runProgram } from '../../command/program.ts'
import { COMMANDS, programOf } from '../../features.ts'
import { notes } from './command.ts'

await runProgram(programOf([...COMMANDS, notes]))
