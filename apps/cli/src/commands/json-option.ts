import { flag } from '../command/option.ts'

/** `--json`, for every command that prints data. */
export const json = flag('print JSON')
