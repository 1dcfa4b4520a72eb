import { beforeEach } from 'vitest'
import { findChromiums } from '../chromium/find.ts'
import { whyNoBrowser } from '../chromium/launch.ts'

const problem = await whyNoBrowser(findChromiums(process.env, undefined))

/** Leaves out every test of a file where no browser can start: without a Chromium, or as root without bubblewrap. */
export function needsChromium(): void {
  beforeEach(({ skip }) => skip(problem !== undefined, problem))
}
