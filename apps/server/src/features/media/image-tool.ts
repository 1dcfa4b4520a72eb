import { defineTool, type Inspection, type RunContext, type Tool, type ToolOutcome } from '@countersign/agent'
import type { Place } from '@countersign/policy'
import {
  buildBody,
  DrawingKind,
  imageBody,
  MEDIA_COUNT,
  MEDIA_TEXT,
  MediaId,
  Quality,
  type MediaPrice,
  type UserId,
} from '@countersign/protocol'
import { z } from 'zod'
import { draw } from './drawing/draw.ts'
import { makeImages, priceOfImage, type ImageOrder } from './make.ts'
import { placeOf, type Found } from './models.ts'
import { namesOf, resultOf, spend, storeMade, type Studio } from './studio.ts'
import { inspectFiles, pathsFor, writeFiles } from './write-files.ts'

/** Most characters of a drawing. */
const DRAWING = 200_000

const Input = z
  .object({
    prompt: z
      .string()
      .min(1)
      .max(MEDIA_TEXT)
      .optional()
      .describe('What the picture should show. A model makes it.'),
    drawing: z
      .object({ kind: DrawingKind, text: z.string().min(1).max(DRAWING) })
      .optional()
      .describe(
        'Instead of a prompt: a diagram, chart or graphic as text, drawn here for free, without a model.',
      ),
    model: z.string().min(1).max(200).optional().describe('`service/model`; default: the person’s choice.'),
    size: z
      .string()
      .regex(/^\d{2,4}x\d{2,4}$/)
      .optional()
      .describe('`1024x1024`, `1536x1024` or `1024x1536`.'),
    quality: Quality.optional().describe('Default: `high`; `low` costs a fraction.'),
    count: z.number().int().min(1).max(MEDIA_COUNT).optional(),
    from: z.array(MediaId).max(4).optional().describe('Ids of pictures to start from.'),
    path: z
      .string()
      .min(1)
      .max(1000)
      .optional()
      .describe('Workspace file to write; if omitted, the picture is only shown.'),
  })
  .refine(({ prompt, drawing }) => (prompt === undefined) !== (drawing === undefined), {
    message: 'give either `prompt` or `drawing`',
  })
  .refine(
    ({ drawing, count = 1, from = [] }) => drawing === undefined || (count === 1 && from.length === 0),
    {
      message: 'a drawing makes one picture and starts from none',
    },
  )
type Input = z.infer<typeof Input>

/** With defaults filled in. */
function withDefaults<Given extends Pick<Input, 'size' | 'quality' | 'count'>>(input: Given) {
  const { size = '1024x1024', quality = 'high' as const, count = 1 } = input
  return { ...input, size, quality, count }
}

/** `generate_image`: a picture from words by a model, or a drawing that is rendered here. */
export function imageTool(studio: Studio, user: UserId): Tool {
  return defineTool<Input>({
    name: 'generate_image',
    description:
      'Makes a picture: with a model from a prompt, or for free from a `drawing` (SVG, Mermaid, Graphviz DOT, Vega-Lite with inline data). You and the person both see it.',
    // A drawing that is only shown changes nothing.
    category: ['read', 'write'],
    destructive: false,
    editSafe: false,
    capability: ['safe', 'network', 'workspace_write'],
    specifier: { kind: 'text', template: '{prompt}' },
    repeat: 'never',
    parallelSafe: false,
    lock: 'media',
    limits: ['20 MB and 8,000 pixels per side', '4 pictures per call', '4,000 characters of prompt'],
    input: Input,
    output: z.object({ images: z.array(MediaId), paths: z.array(z.string()) }),
    title: ({ drawing, count = 1 }) => titleOf(drawing?.kind, count),
    // The signed values run: a later change of the settings does not change the call.
    async complete(input) {
      if (input.drawing !== undefined) return input
      const found = await studio.models.find('image', user, input.model)
      return { ...withDefaults(input), ...(found.ok ? { model: found.maker.id } : {}) }
    },
    inspect: (input, place) => inspect(studio, user, input, place),
    run: (input, context) =>
      input.drawing === undefined
        ? runPrompt(studio, user, input, context)
        : runDrawing(studio, user, { ...input, drawing: input.drawing }, context),
  })
}

function titleOf(drawing: z.infer<typeof DrawingKind> | undefined, count: number): string {
  if (drawing === undefined) return count === 1 ? 'Make a picture' : `Make ${count} pictures`
  return { svg: 'Draw a graphic', mermaid: 'Draw a diagram', dot: 'Draw a graph', vega_lite: 'Draw a chart' }[
    drawing
  ]
}

async function inspect(studio: Studio, user: UserId, input: Input, place: Place): Promise<Inspection> {
  const { prompt, drawing, path, count = 1, from = [] } = input
  const files = await inspectFiles(pathsFor(path, count), place)
  const found = drawing === undefined ? await studio.models.find('image', user, input.model) : undefined
  const refusal = files.refusal ?? (found && (await refusalOf(studio, user, found, from)))
  const price = found === undefined ? FREE : found.ok ? priceOf(found, input) : UNKNOWN
  const maker = found?.ok === true ? placeOf(found.maker) : NO_MAKER
  const { size, quality } = withDefaults(input)
  const body = buildBody(imageBody, {
    data: {
      ...(drawing === undefined ? maker : DRAWN_HERE),
      price,
      path: files.path,
      ...(files.overwrites === undefined ? {} : { overwrites: files.overwrites }),
      prompt: prompt ?? null,
      drawing: drawing ?? null,
      size: drawing === undefined ? size : null,
      quality: drawing === undefined ? quality : null,
      count,
      from: [...from],
    },
    entries: entriesOf(input),
  })
  const text = prompt ?? drawing?.text ?? ''
  return {
    specifier: { kind: 'text', text, files: files.uses },
    body,
    targets: files.targets,
    category: drawing !== undefined && path === undefined ? 'read' : 'write',
    ...capabilityOf(input),
    ...(refusal === undefined ? {} : { refusal }),
  }
}

const FREE: MediaPrice = { is: 'free' }
const UNKNOWN: MediaPrice = { is: 'unknown' }
const DRAWN_HERE = { model: null, service: 'This machine', host: null }
const NO_MAKER = { model: null, service: 'No model', host: null }

/** A prompt with a file needs the network and the workspace: everything that is declared. */
function capabilityOf({ drawing, path }: Input): Pick<Inspection, 'capability'> {
  if (drawing !== undefined) return { capability: path === undefined ? 'safe' : 'workspace_write' }
  return path === undefined ? { capability: 'network' } : {}
}

function priceOf({ maker }: Extract<Found, { ok: true }>, input: Input): MediaPrice {
  const { prompt = '', from = [] } = input
  return priceOfImage(maker, { ...withDefaults(input), prompt, from: from.length })
}

async function refusalOf(
  studio: Studio,
  user: UserId,
  found: Found,
  from: readonly MediaId[],
): Promise<Inspection['refusal']> {
  if (!found.ok) return { code: 'no_model', text: found.why }
  const full = await studio.library.full(user)
  if (full !== undefined) return { code: 'full', text: full }
  for (const id of from)
    if ((await studio.library.find(user, id))?.kind !== 'picture')
      return { code: 'not_found', text: `there is no picture \`${id}\`` }
  return undefined
}

function entriesOf({ drawing, ...rest }: Input) {
  const drawn = drawing === undefined ? {} : { kind: drawing.kind, drawing: drawing.text }
  return Object.entries({ ...rest, ...drawn }).flatMap(([name, value]) =>
    value === undefined ? [] : [{ name, value: Array.isArray(value) ? value.join(', ') : String(value) }],
  )
}

async function runDrawing(
  studio: Studio,
  user: UserId,
  { drawing, path }: Input & { readonly drawing: NonNullable<Input['drawing']> },
  context: RunContext,
): Promise<ToolOutcome> {
  const drawn = await draw(studio.host, drawing, { signal: context.signal })
  if (!drawn.ok) return { ok: false, code: 'not_drawn', text: drawn.why }
  const notes =
    drawn.leftOut.length === 0
      ? []
      : [`Left out, because a picture may not contain it: ${drawn.leftOut.join(', ')}.`]
  const text = drawing.text.slice(0, MEDIA_TEXT)
  const made = { files: [drawn.png], text, model: null, price: FREE, kind: 'picture' } as const
  const stored = await storeMade(studio, user, context, made)
  if (!stored.ok) return stored
  const written = await writeFiles(
    studio.checkpoints,
    context,
    pathsFor(path, 1).map((at) => ({ path: at, bytes: drawn.png })),
  )
  return resultOf(stored.media, { written, notes, price: FREE, paths: pathsFor(path, 1), about: 'Drew it' })
}

async function runPrompt(
  studio: Studio,
  user: UserId,
  input: Input,
  context: RunContext,
): Promise<ToolOutcome> {
  const { prompt = '', path, from = [] } = input
  const found = await studio.models.find('image', user, input.model)
  if (!found.ok) return { ok: false, code: 'no_model', text: found.why }
  const price = priceOf(found, input)
  const sources = await Promise.all(from.map((id) => studio.library.read(id)))
  const gone = from.find((_, index) => sources[index] === undefined)
  if (gone !== undefined)
    return { ok: false, code: 'not_found', text: `there is no picture \`${gone}\` any more` }
  const order: ImageOrder = { ...withDefaults(input), prompt, from: sources.flatMap((one) => one ?? []) }
  const made = await spend(context, price, () => makeImages(studio.host, found.maker, order, context.signal))
  if (!made.ok) return made.outcome
  const { files, notes } = made.made
  const stored = await storeMade(studio, user, context, {
    files,
    text: prompt,
    model: found.maker.id,
    price: made.price,
    kind: 'picture',
  })
  if (!stored.ok) return stored
  const paths = pathsFor(path, order.count).slice(0, files.length)
  const written = await writeFiles(studio.checkpoints, context, namesOf(paths, files))
  const about = `${files.length === 1 ? 'A picture' : `${files.length} pictures`} by ${found.maker.id}`
  return resultOf(stored.media, { written, notes, price: made.price, paths, about })
}
