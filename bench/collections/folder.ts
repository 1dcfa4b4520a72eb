// The cost of a change in a large linked folder: `node … bench/collections/folder.ts 10000`. Linux only: CPU time is read from /proc.
import { measureFolder } from '../../apps/server/src/features/collections/testing/measured-folder.ts'

const figures = await measureFolder(Number(process.argv[2] ?? 10_000))
console.log(
  `${figures.files} files: ${figures.fullSeconds.toFixed(0)} s, ${figures.fullCpuSeconds.toFixed(1)} s of processor time`,
)
console.log(
  `one changed: found after ${figures.changeSeconds.toFixed(1)} s, ${figures.changeCpuSeconds.toFixed(2)} s of processor time, ${((100 * figures.changeCpuSeconds) / figures.fullCpuSeconds).toFixed(2)} % of the whole`,
)
process.exit(0)
