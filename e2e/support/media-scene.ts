import { readFile } from 'node:fs/promises'
import { mediaServer } from '../../apps/server/src/providers/testing/media-server.ts'
import type { MediaServer } from '../../apps/server/src/providers/testing/media-server.ts'
import { scriptedModel } from '../../apps/server/src/testing/scripted-model.ts'
import type { ScriptedModel } from '../../apps/server/src/testing/scripted-model.ts'
import { wav } from '../../apps/server/src/media/testing/sounds.ts'
import { makePlace } from './server.ts'
import type { Place } from './server.ts'

/** The agent's steps for a message that starts with the key. */
const SCRIPT: Readonly<Record<string, { readonly name: string; readonly args: object }>> = {
  'Draw the release': {
    name: 'generate_image',
    args: {
      drawing: {
        kind: 'mermaid',
        text: 'graph LR\n  A[Write] --> B[Review]\n  B --> C{Signed?}\n  C -->|yes| D[Release]\n  C -->|no| A',
      },
    },
  },
  'Chart the rain': {
    name: 'generate_image',
    args: {
      drawing: {
        kind: 'vega_lite',
        text: JSON.stringify({
          width: 320,
          height: 200,
          title: 'Rain in October',
          data: { values: [3, 7, 1, 0, 5, 9, 4].map((rain, day) => ({ day: `Week ${day + 1}`, rain })) },
          mark: 'bar',
          encoding: {
            x: { field: 'day', type: 'ordinal' },
            y: { field: 'rain', type: 'quantitative', title: 'mm' },
          },
        }),
      },
    },
  },
  'A logo': {
    name: 'generate_image',
    args: {
      prompt: 'A lighthouse at dusk, flat colours, two shapes, no text',
      model: 'openai/gpt-image-1',
      count: 2,
    },
  },
  'Read it to me': {
    name: 'generate_speech',
    args: {
      text: 'The release is signed and goes out on Friday.',
      model: 'openai/gpt-4o-mini-tts',
      voice: 'alloy',
    },
  },
}

export interface MediaScene {
  readonly place: Place
  readonly services: MediaServer
  readonly model: ScriptedModel
  remove(): Promise<void>
}

/** The real server, with fakes for the image and speech services, and an agent that uses them. */
export async function mediaScene(): Promise<MediaScene> {
  const picture = await readFile(new URL('../pictures/media-sample.png', import.meta.url))
  const services = await mediaServer({ picture, sound: wav(2) })
  const model = await scriptedModel(({ messages }) => {
    const at = messages.findLastIndex(({ role, content }) => role === 'user' && typeof content === 'string')
    // Images of a result arrive in a separate message.
    if (messages.slice(at).some(({ role }) => role === 'tool')) return { text: 'Here it is.' }
    const words = JSON.stringify(messages[at]?.content)
    const found = Object.entries(SCRIPT).find(([begin]) => words.includes(begin))
    return found === undefined ? { text: 'Ask me for something.' } : { calls: [found[1]] }
  })
  const env = {
    ...services.env,
    ...model.env,
    COUNTERSIGN_MODEL: 'compatible/any',
    COUNTERSIGN_LOCAL_MODELS: 'off',
  }
  const place = await makePlace({ 'README.md': '# Site\n' }, env)
  return {
    place,
    services,
    model,
    async remove() {
      await place.remove()
      await model.close()
      await services.close()
    },
  }
}
