import { argument } from '../../command/argument.ts'
import { defineCliCommand, defineCliGroup } from '../../command/cli-command.ts'
import { json } from '../json-option.ts'

const id = argument('its id, or the beginning of its id')

const list = defineCliCommand({
  name: 'list',
  summary: 'list stored pictures and sounds, newest first',
  needs: 'server',
  options: { json },
  run: async ({ options }) => (await import('./media.ts')).listMedia(options),
})

const show = defineCliCommand({
  name: 'show',
  summary: 'show one with its prompt, model, price and size',
  needs: 'server',
  arguments: { id },
  options: { json },
  run: async ({ args, options }) => (await import('./media.ts')).showMedia(args.id, options),
})

const save = defineCliCommand({
  name: 'save',
  summary: 'write one to a new file; existing files are not overwritten',
  needs: 'server',
  arguments: { id, file: argument('a new file') },
  options: { json },
  run: async ({ args, options }) => (await import('./media.ts')).saveMedia(args.id, args.file, options),
})

const remove = defineCliCommand({
  name: 'remove',
  summary: 'remove one',
  needs: 'server',
  arguments: { id },
  options: { json },
  run: async ({ args, options }) => (await import('./media.ts')).removeMedia(args.id, options),
})

export const media = defineCliGroup({
  name: 'media',
  summary: 'stored pictures and sounds',
  commands: [list, show, save, remove],
  bodies: async () => (await import('./body-lines.ts')).MEDIA_BODIES,
})
