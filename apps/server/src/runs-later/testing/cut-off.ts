// Runs a command that leaves a file behind and continues; the test kills it meanwhile.
import { laterBench } from './later-bench.ts'

const folder = process.argv[2]
if (folder === undefined) throw new Error('which folder?')
const bench = await laterBench({ folder })
process.stdout.write('up')
await bench.script('echo x > .envrc; echo more >> .npmrc; touch made; sleep 60')
