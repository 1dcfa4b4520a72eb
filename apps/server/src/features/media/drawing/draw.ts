import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import type { Host } from '../../../platform/host.ts'
import { ownProgram } from '../../../processes/own-program.ts'
import { runApart } from '../../../sandbox/run-apart.ts'
import type { Drawing, Rendered } from './render.ts'

export type Drawn = ({ readonly ok: true } & Rendered) | { readonly ok: false; readonly why: string }

/** Milliseconds and megabytes of one drawing. */
const LIMITS = { time: 20_000, memory: 900 }
const HEAP = 512

const Head = z.union([
  z.object({
    ok: z.literal(true),
    width: z.number(),
    height: z.number(),
    leftOut: z.array(z.string()),
  }),
  z.object({ ok: z.literal(false), why: z.string() }),
])

/** Draws in a separate process, without network, without files except its own program's, and without new code. */
export async function draw(
  host: Pick<Host, 'sandbox' | 'home' | 'workspace'>,
  drawing: Drawing,
  { signal, limits = LIMITS }: { readonly signal?: AbortSignal; readonly limits?: typeof LIMITS } = {},
): Promise<Drawn> {
  const ran = await runApart(host, {
    program: ownProgram('./drawing-process', import.meta.url),
    flags: [
      `--max-old-space-size=${HEAP}`,
      '--disallow-code-generation-from-strings',
      '--permission',
      '--allow-addons',
      ...readable().map((folder) => `--allow-fs-read=${folder}`),
    ],
    input: Buffer.from(JSON.stringify(drawing)),
    limits,
    ...(signal === undefined ? {} : { signal }),
  })
  if (!ran.ok) return { ok: false, why: `the drawing was not finished: ${ran.why}` }
  const end = ran.output.indexOf('\n')
  const head = end < 0 ? undefined : Head.safeParse(JSON.parse(ran.output.subarray(0, end).toString('utf8')))
  if (head?.success !== true) return { ok: false, why: 'the drawing failed: its process returned nothing' }
  return head.data.ok ? { ...head.data, png: ran.output.subarray(end + 1) } : head.data
}

/** The program itself and the libraries that it loads. */
function readable(): readonly string[] {
  const own = fileURLToPath(new URL('../../..', import.meta.url))
  const libraries = createRequire(import.meta.url)
    .resolve('@viz-js/viz')
    .replace(/(.*[/\\]node_modules[/\\]).*/s, '$1')
  const manifest = fileURLToPath(new URL('../../../../package.json', import.meta.url))
  return [`${own}*`, `${libraries}*`, manifest]
}
