import { defineTool, type Inspection, type RunContext, type Tool, type ToolOutcome } from '@countersign/agent'
import type { Place } from '@countersign/policy'
import { buildBody, MEDIA_TEXT, MediaId, speechBody, type UserId } from '@countersign/protocol'
import { z } from 'zod'
import { makeSpeech, priceOfSpeech } from './make.ts'
import { placeOf } from './models.ts'
import { namesOf, resultOf, spend, storeMade, type Studio } from './studio.ts'
import { inspectFiles, pathsFor, writeFiles } from './write-files.ts'

const Input = z.object({
  text: z.string().min(1).max(MEDIA_TEXT).describe('The words to speak.'),
  model: z.string().min(1).max(200).optional().describe('`service/model`; default: the person’s choice.'),
  voice: z.string().min(1).max(100).optional().describe('One of the model’s voices; default: its usual one.'),
  language: z.string().min(2).max(35).optional().describe('`en`, `de-CH`; default: detected by the model.'),
  format: z.enum(['mp3', 'wav']).optional(),
  path: z
    .string()
    .min(1)
    .max(1000)
    .optional()
    .describe('Workspace file to write; if omitted, the sound is only shown.'),
})
type Input = z.infer<typeof Input>

/** `generate_speech`: text spoken by a model, by a nearby server, or by a local program. */
export function speechTool(studio: Studio, user: UserId): Tool {
  return defineTool<Input>({
    name: 'generate_speech',
    description: 'Turns text into speech that the person can play.',
    category: 'write',
    destructive: false,
    editSafe: false,
    capability: ['network', 'workspace_write'],
    specifier: { kind: 'text', template: '{text}' },
    repeat: 'never',
    parallelSafe: false,
    lock: 'media',
    onRequest: true,
    limits: ['25 MB and 30 minutes', '4,000 characters'],
    input: Input,
    output: z.object({ sound: MediaId, path: z.string().nullable(), seconds: z.number().nullable() }),
    title: () => 'Speak a text',
    async complete(input) {
      const found = await studio.models.find('speech', user, input.model)
      return { format: 'mp3', ...input, ...(found.ok ? { model: found.maker.id } : {}) }
    },
    inspect: (input, place) => inspect(studio, user, input, place),
    run: (input, context) => run(studio, user, input, context),
  })
}

async function inspect(studio: Studio, user: UserId, input: Input, place: Place): Promise<Inspection> {
  const { text, path, voice, language, format = 'mp3' } = input
  const files = await inspectFiles(pathsFor(path, 1), place)
  const found = await studio.models.find('speech', user, input.model)
  const full = found.ok ? await studio.library.full(user) : undefined
  const none = found.ok ? undefined : { code: 'no_model', text: found.why }
  const refusal = files.refusal ?? none ?? (full === undefined ? undefined : { code: 'full', text: full })
  const body = buildBody(speechBody, {
    data: {
      ...(found.ok ? placeOf(found.maker) : { model: null, service: 'No model', host: null }),
      price: found.ok ? priceOfSpeech(found.maker, text) : { is: 'unknown' },
      path: files.path,
      ...(files.overwrites === undefined ? {} : { overwrites: files.overwrites }),
      text,
      voice: voice ?? null,
      language: language ?? null,
      // A local program writes WAV.
      format: found.ok && found.maker.kind === 'voice' ? 'wav' : format,
    },
    entries: Object.entries(input).map(([name, value]) => ({ name, value: String(value) })),
  })
  return {
    specifier: { kind: 'text', text, files: files.uses },
    body,
    targets: files.targets,
    // With a file it needs the workspace too: everything that is declared.
    ...(path === undefined ? { capability: 'network' as const } : {}),
    ...(refusal === undefined ? {} : { refusal }),
  }
}

async function run(studio: Studio, user: UserId, input: Input, context: RunContext): Promise<ToolOutcome> {
  const { text, path, voice, language, format = 'mp3' } = input
  const found = await studio.models.find('speech', user, input.model)
  if (!found.ok) return { ok: false, code: 'no_model', text: found.why }
  const { maker } = found
  const order = { text, voice, language, format }
  const made = await spend(context, priceOfSpeech(maker, text), () =>
    makeSpeech(studio.host, maker, order, context.signal),
  )
  if (!made.ok) return made.outcome
  const { files, notes } = made.made
  const facts = { files, text, model: maker.id, price: made.price, kind: 'sound' } as const
  const stored = await storeMade(studio, user, context, facts)
  if (!stored.ok) return stored
  const paths = pathsFor(path, 1)
  const written = await writeFiles(studio.checkpoints, context, namesOf(paths, files))
  return resultOf(stored.media, { written, notes, price: made.price, paths, about: `Spoken by ${maker.id}` })
}
