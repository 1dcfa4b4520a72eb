import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { globSync } from 'tinyglobby'
import { z } from 'zod'
import * as protocol from '../../packages/protocol/src/index.ts'
import { root } from '../lib/root.mjs'
import { code, details, table } from './markdown.ts'
import { fieldsOf, membersOf, typeText, type FieldText } from './schema-text.ts'
import { sourceComments } from './source-comments.ts'

/** The protocol reference, generated from the schemas that parse the messages and from the routes of the server. */
export function protocolReference(): string {
  return [
    HEAD,
    `## Commands\n\n${words('ClientCommand')} Each has a \`type\` and a \`request_id\` of at most 64 characters, and is answered by one message with
that \`request_id\`: \`ok\`, what it asks for, or \`error\`.\n\n${union('ClientCommand', 'input')}`,
    `## Messages of the server\n\n${union('ServerMessage', 'output')}`,
    `## Events of a thread\n\n${words('ThreadEvent')}\n\n${union('ThreadEvent', 'output')}`,
    `## Errors\n\n${words('WireError')} Codes: ${protocol.ErrorCode.options.map(code).join(' ')}.`,
    `## HTTP\n\n${routes()}`,
    OUTSIDE,
    `## Types\n\n${types()}`,
    '',
  ].join('\n\n')
}

const HEAD = `# Protocol

<!-- Made by \`npm run docs\` from the schemas of \`packages/protocol\`; a test says when it is not current. -->

How clients and the server talk to each other. One WebSocket at \`/ws\` carries commands and messages as JSON objects, one per frame; the resources under
\`/api\` carry lists, settings and records. Every request needs this server's Host (and Origin, if sent). An unknown key in a command, body or query is refused with
\`bad_message\` and the nearest known key; keys from older clients that a command lists are ignored and logged.

**Who may do what.** Each route and command needs \`read\`, \`propose\` or \`person\`. A program on this machine sends the token from the file \`token\` in the data folder as
\`Authorization: Bearer TOKEN\`, which lets it read and propose. A person's acts (answers, rules, modes, settings, turns in a mode that lets effects run) need more:
the server looks at the processes that hold the connection, and refuses with \`person_needed\` if a Countersign server started one of them. If it cannot see them
(another user, a container), it refuses with \`terminal_code_needed\` until a person has run \`countersign sign-in CODE\` in that terminal; the secret is then sent as
\`Countersign-Terminal\`.

A page signs in with a one-time code: \`POST /api/session\` takes the code and the public half of an ECDSA P-256 key. From then on the page signs \`METHOD PATH\`, a line break and a fresh
nonce from \`GET /api/session/nonce\`, and sends \`Countersign-Signature: SESSION.NONCE.SIGNATURE\` (base64url) with every request that changes something. For reading it gets a token that
is valid for five minutes (\`POST /api/session/access\`), and for the socket a ticket for one connection (\`POST /api/session/ticket\`, then \`/ws?ticket=TICKET\`). There are no cookies,
because cookies ignore the port.

A client opens the socket and receives \`welcome\`, then \`threads\` and \`waiting\`. It sends \`subscribe\` with the number of the last event it has seen, and receives the events it
missed, then \`caught_up\`, then new events. An answer to a card carries the hash that was shown.

A picture (PNG, JPEG, GIF, WebP; at most 3.75 MB and 8,000 pixels per side) is uploaded as raw bytes with \`POST /api/images?name=photo.png\` and a content type of
\`image/…\`; the response is \`{ image: ImageView }\`. \`turn_start\` then names it: \`images: [{ id, name }]\`, at most ten. Messages and calls list their \`images\`, and the
bytes are at \`GET /api/images/ID\`; they never contain any other address.`

/** `apps/server/src/features/outside/curl-example.test.ts` runs this example. */
const OUTSIDE = `## A call from outside

Your own agent can ask before it does something. \`$COUNTERSIGN\` is the address that the server printed (\`http://127.0.0.1:PORT\`), \`$TOKEN\` the token from its data folder:

\`\`\`sh
curl -sS "$COUNTERSIGN/api/outside/calls" \\
  -H "Authorization: Bearer $TOKEN" \\
  -H 'Content-Type: application/json' \\
  -d '{
    "place": {
      "agent": "my-agent", "session": "monday", "planning": false,
      "cwd": "/home/you/project", "workspace": "/home/you/project"
    },
    "call": {
      "title": "Run a command",
      "tool": { "name": "terminal.exec", "category": "execute", "kind": "shell", "destructive": false, "editSafe": false },
      "specifier": { "kind": "shell", "command": "ls -la" },
      "body": { "kind": "shell", "command": "ls -la", "cwd": "/home/you/project" },
      "args": { "command": "ls -la" }
    },
    "reports": false
  }'
\`\`\`

\`\`\`json
{"verdict":"allow","call_id":"call_…","reason":"allowed"}
\`\`\`

If the call asks, the response comes when its card is answered or expires; disconnecting before that withdraws the call. \`deny\`, an error, and no answer all
mean the same: do not do it. With \`"reports": true\`, the call is shown as running until \`POST /api/outside/calls/ID/ended\` says how it ended: \`{ "ok": true, "text": "…" }\`.`

/** Comments of every schema of the protocol, by its name. */
const SOURCES = join(root, 'packages/protocol/src')
const comments = new Map(
  globSync(['*.ts', 'features/**/*.ts', '!**/*.test.ts'], { cwd: SOURCES })
    .toSorted()
    .flatMap((name) => [...sourceComments(readFileSync(join(SOURCES, name), 'utf8'))]),
)

function words(name: string): string {
  return comments.get(name) ?? ''
}

const schemas = new Map(
  Object.entries(protocol).flatMap(([name, value]) =>
    value instanceof z.ZodType ? [[name, value] as const] : [],
  ),
)
const registry = z.registry<{ id: string }>()
for (const [name, schema] of schemas) registry.add(schema, { id: name })

/** All schemas as JSON Schema, with references to each other. */
const all = {
  input: z.toJSONSchema(registry, { io: 'input', uri: (id) => id, unrepresentable: 'any' }).schemas,
  output: z.toJSONSchema(registry, { io: 'output', uri: (id) => id, unrepresentable: 'any' }).schemas,
}

function jsonSchema(name: string, io: 'input' | 'output'): unknown {
  return all[io][name]
}

function union(name: string, io: 'input' | 'output'): string {
  return membersOf(jsonSchema(name, io))
    .map((member) => {
      const fields = fieldsOf(member)
      const type = (fields.find((field) => field.name === 'type')?.type ?? '').replaceAll('"', '')
      const rest = fields.filter(
        (field) => field.name !== 'type' && !(io === 'input' && field.name === 'request_id'),
      )
      const rows = rest.map((field) => [
        code(field.optional ? `${field.name}?` : field.name),
        code(field.type),
        words(`${type}.${field.name}`),
      ])
      const about = [words(type), commandWords(type)].filter((text) => text !== '').join(' ')
      return [
        `### \`${type}\``,
        ...(about === '' ? [] : [about]),
        ...(rows.length === 0 ? [] : [table(['field', 'type', ''], rows)]),
      ].join('\n\n')
    })
    .join('\n\n')
}

/** The purpose and requirements of a command; empty for messages of the server. */
function commandWords(type: string): string {
  const found = protocol.COMMANDS.find(({ schema }) => schema.shape.type.value === type)
  if (found === undefined) return ''
  const only = found.socketOnly === true ? ' Only over the socket.' : ''
  const legacy =
    found.legacy === undefined
      ? ''
      : ` Accepted from older clients, but ignored and logged: ${found.legacy.map(code).join(', ')}.`
  return `${found.about} Needs \`${found.needs}\`.${only}${legacy}`
}

/** Paths that are served without a contract. */
const OTHER_ROUTES = [
  ['`GET /`', 'the page', '', '', 'open'],
  ['`GET /ws`', 'the socket', '', '', '`read`'],
]

function routes(): string {
  const rows = protocol.ROUTES.map((route) => [
    code(`${route.method} ${route.path}${queryOf(route)}`),
    route.about,
    route.file === undefined ? schemaText(route.body, 'input') : code(route.file),
    route.reply === undefined ? 'text or bytes' : schemaText(route.reply, 'output'),
    route.needs === 'open' ? 'open' : code(route.needs),
  ])
  return `Refusals are \`{ error: { code, message } }\` with a matching status. *Open* routes need no sign-in (Host and Origin are still checked).
The same list as an OpenAPI document: \`GET /api/openapi.json\`.

${table(
  ['route', 'what', 'body', 'response', 'needs'],
  [...OTHER_ROUTES, ...rows].toSorted(([a = ''], [b = '']) => pathOf(a).localeCompare(pathOf(b))),
)}`
}

function pathOf(route: string): string {
  return route.replace(/^`\w+ /, '')
}

function queryOf({ query }: protocol.RouteContract): string {
  return query instanceof z.ZodObject ? `?${Object.keys(query.shape).join('=&')}=` : ''
}

const names = new Map<unknown, string>([...schemas].map(([name, schema]) => [schema, name]))

/** A schema by its name, or its fields if it has no name. */
function schemaText(schema: z.ZodType | undefined, io: 'input' | 'output'): string {
  if (schema === undefined) return ''
  const name = names.get(schema)
  if (name !== undefined) return code(name)
  const named = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema: json }) => {
      const known = names.get(zodSchema)
      if (known === undefined) return
      json.$ref = known
    },
  })
  return code(typeText(named))
}

/** Members of unions that are discriminated by `state`; the union has one table for all of them. */
const unions = new Map(
  [...schemas.keys()].flatMap((union) =>
    statesOf(union).flatMap(({ name, state }) =>
      statesOf(name).length > 0 ? [] : [[name, { name: union, state: state.replaceAll('"', '') }] as const],
    ),
  ),
)

function types(): string {
  return [...schemas.keys()]
    .filter((name) => !['ClientCommand', 'ServerMessage', 'ThreadEvent'].includes(name))
    .toSorted((a, b) => a.localeCompare(b))
    .map((name) => details(`<code>${name}</code>`, typeBody(name)))
    .join('\n\n')
}

function typeBody(name: string): string {
  const schema = jsonSchema(name, 'output')
  const about = words(name)
  const inUnion = unions.get(name)
  if (inUnion !== undefined) return `${about} See \`${inUnion.name}\` with the state \`${inUnion.state}\`.`
  const states = statesOf(name)
  if (states.length > 1) return [about, byState(states)].filter((text) => text !== '').join('\n\n')
  const fields = fieldsOf(schema)
  const rows = fields.map((field) => [
    code(field.optional ? `${field.name}?` : field.name),
    code(field.type),
    words(`${name}.${field.name}`),
  ])
  const body =
    rows.length > 0
      ? table(['field', 'type', ''], rows)
      : membersOf(schema)
          .map((member) => `- ${code(typeText(member))}`)
          .join('\n')
  return about === '' ? body : `${about}\n\n${body}`
}

/** One member of a union that is discriminated by `state`. */
interface InState {
  readonly name: string
  readonly state: string
  readonly fields: readonly FieldText[]
}

/** The members of a union that is discriminated by `state`, including those of nested unions; empty for anything else. */
function statesOf(name: string): readonly InState[] {
  const members = membersOf(jsonSchema(name, 'output'))
  return members.length === 1 ? [] : members.flatMap((member) => stateOf(member, name))
}

function stateOf(member: unknown, union: string): readonly InState[] {
  const text = typeText(member)
  const named = schemas.has(text)
  const name = named ? text : union
  const fields = fieldsOf(named ? jsonSchema(name, 'output') : member)
  if (fields.length === 0 && named) return statesOf(name)
  const state = fields.find((field) => field.name === 'state')?.type
  return state === undefined ? [] : [{ name, state, fields }]
}

/** The fields of such a union: the type of each field in each state. */
function byState(states: readonly InState[]): string {
  const rows = new Map<string, { field: FieldText; about: string; states: string[] }>()
  for (const { name, state, fields } of states)
    for (const field of fields.filter(({ name: of }) => of !== 'state')) {
      const said = words(`${name}.${field.name}`)
      const about = said.startsWith('Null:') && !field.type.includes('null') ? '' : said
      const key = JSON.stringify([field, about])
      const row = rows.get(key) ?? { field, about, states: [] }
      rows.set(key, row)
      row.states.push(state)
    }
  const order = [...new Set(states.flatMap(({ fields }) => fields.map(({ name }) => name)))]
  return table(
    ['field', 'type', 'when `state` is', ''],
    [...rows.values()]
      .toSorted((one, other) => order.indexOf(one.field.name) - order.indexOf(other.field.name))
      .map(({ field, about, states: when }) => [
        code(field.optional ? `${field.name}?` : field.name),
        code(field.type),
        when.length === states.length ? 'any' : code(when.join(' | ').replaceAll('"', '')),
        about,
      ]),
  )
}
