import { clock } from './clock.ts'
import { FEATURES } from './features.ts'
import { schemasOf, type Feature } from './platform/feature.ts'
import { openFiles } from './platform/files/files.ts'
import { restoreBackup as restore, type RestoreTarget } from './store/restore.ts'

/** Restores a backup, including the data of every feature, into an empty data folder or database. */
export function restoreBackup(
  target: RestoreTarget,
  file: string,
  features: readonly Feature[] = FEATURES,
): ReturnType<typeof restore> {
  const files = openFiles({
    home: target.home,
    clock,
    specs: features.flatMap((feature) => feature.files ?? []),
  })
  return restore(target, file, {
    schemas: schemasOf(features),
    async putFile({ folder, hash, bytes }) {
      const put = await files.in(folder).put(bytes)
      if (put !== hash) throw new Error(`a file of \`${folder}\` is not what it was`)
    },
  })
}
