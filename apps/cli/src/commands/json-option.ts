import { flag } from '../command/option.ts'

/** `--json`, which every command has that prints data. */
export const json = flag('print JSON')
