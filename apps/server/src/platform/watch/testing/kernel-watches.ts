import { readdir, readFile } from 'node:fs/promises'

/** How many files and folders this process watches, according to Linux: Node does not list a watch that keeps no process alive. */
export async function kernelWatches(): Promise<number> {
  const files = await readdir('/proc/self/fdinfo')
  // A descriptor may be closed between the listing and the reading.
  const texts = await Promise.all(
    files.map((file) => readFile(`/proc/self/fdinfo/${file}`, 'utf8').catch(() => '')),
  )
  return texts.join('\n').match(/^inotify wd:/gm)?.length ?? 0
}
