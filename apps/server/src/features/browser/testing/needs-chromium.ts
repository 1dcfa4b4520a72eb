import { beforeEach } from 'vitest'
import { findChromiums } from '../chromium/find.ts'
import { whyNoBrowser } from '../chromium/launch.ts'

const problem = await whyNoBrowser(findChromiums(process.env, undefined))

/** Skips every test of a file if no browser can start: without a Chromium, or as root without bubblewrap. */
export function needsChromium(): void {
  beforeEach(({ skip }) => skip(problem !== undefined, problem))
}
