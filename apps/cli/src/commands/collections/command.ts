import { argument, optionalArgument } from '../../command/argument.ts'
import { defineCliCommand, defineCliGroup } from '../../command/cli-command.ts'
import { flag } from '../../command/option.ts'
import { json } from '../json-option.ts'

const name = argument('its name')

const list = defineCliCommand({
  name: 'list',
  summary: 'list your collections',
  needs: 'server',
  options: { json },
  run: async ({ options }) => (await import('./collections.ts')).listCollections(options),
})

const create = defineCliCommand({
  name: 'create',
  summary: 'create a collection',
  needs: 'server',
  arguments: { name },
  options: { json },
  run: async ({ args, options }) => (await import('./collections.ts')).createCollection(args.name, options),
})

const link = defineCliCommand({
  name: 'link',
  summary: 'link a folder; its files stay where they are, and changes are picked up',
  needs: 'server',
  arguments: { name, folder: argument('a folder') },
  options: { all: flag('also a folder with more than 2,000 files'), json },
  run: async ({ args, options }) =>
    (await import('./collections.ts')).linkFolder(args.name, args.folder, options),
})

const add = defineCliCommand({
  name: 'add',
  summary: 'add a file; replaces one with the same name',
  needs: 'server',
  arguments: { name, file: argument('a file') },
  options: { json },
  run: async ({ args, options }) =>
    (await import('./collections.ts')).addDocument(args.name, args.file, options),
})

const status = defineCliCommand({
  name: 'status',
  summary: 'show documents and their states; exits with 1 if one failed',
  needs: 'server',
  arguments: { name: optionalArgument('its name (default: all)') },
  options: { wait: flag('wait until all documents are processed'), json },
  run: async ({ args, options }) => (await import('./status.ts')).showStatus(args.name, options),
})

const search = defineCliCommand({
  name: 'search',
  summary: 'show what the agent would get for a question',
  needs: 'server',
  arguments: { name, question: argument('a question') },
  options: { json },
  run: async ({ args, options }) =>
    (await import('./status.ts')).searchCollection(args.name, args.question, options),
})

const model = defineCliCommand({
  name: 'model',
  summary:
    'choose the model for search by meaning, after seeing its price; `none` searches by words only; omit it to show the current one',
  needs: 'server',
  arguments: { name, model: optionalArgument('such as ollama/nomic-embed-text') },
  options: { yes: flag('use it at the price shown'), json },
  run: async ({ args, options }) => (await import('./model.ts')).chooseModel(args.name, args.model, options),
})

const remove = defineCliCommand({
  name: 'remove',
  summary: 'remove a document, or unlink a folder by its path',
  needs: 'server',
  arguments: { name, document: argument('name of a document, or path of a linked folder') },
  options: { json },
  run: async ({ args, options }) =>
    (await import('./collections.ts')).removeFrom(args.name, args.document, options),
})

const deleteOne = defineCliCommand({
  name: 'delete',
  summary: 'delete a collection; linked files stay where they are',
  needs: 'server',
  arguments: { name },
  options: { json },
  run: async ({ args, options }) => (await import('./collections.ts')).deleteCollection(args.name, options),
})

export const collections = defineCliGroup({
  name: 'collections',
  summary: 'documents that the agent looks up and cites',
  commands: [list, create, link, add, status, search, model, remove, deleteOne],
})
