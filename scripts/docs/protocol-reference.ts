import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import * as protocol from '../../packages/protocol/src/index.ts'
import { root } from '../lib/root.mjs'
import { httpRoutes } from './http-routes.ts'
import { code, details, table } from './markdown.ts'
import { fieldsOf, membersOf, typeText } from './schema-text.ts'
import { sourceComments } from './source-comments.ts'

/** What is said between a client and the server, as a page: made from the schemas that parse it, and the routes of the server. */
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

The words between a client and the server. One WebSocket at \`/ws\` carries commands and messages as JSON objects, one a frame; the resources under
\`/api\` carry lists, settings and records. Everything wants the token that the server printed, as \`Authorization: Bearer TOKEN\` or as the session cookie
that \`POST /api/session\` gives for it, and a Host (and Origin, if there is one) of this server. Unknown fields are dropped.

A client opens the socket, gets \`welcome\`, then \`threads\` and \`waiting\`; it sends \`subscribe\` with the number of the last event that it has seen and gets what it
missed, \`caught_up\`, and then what happens. An answer to a card carries the hash that was shown.

A picture (PNG, JPEG, GIF, WebP; at most 3.75 MB and 8,000 pixels a side) goes up as it is with \`POST /api/images?name=photo.png\` and a content type of
\`image/…\`; the answer is \`{ image: ImageView }\`. \`turn_start\` then names it: \`images: [{ id, name }]\`, at most ten. Messages and calls carry \`images\`, and their
bytes are at \`GET /api/images/ID\`, for an \`img\` of the page: no other address is ever in them.`

/** Run by `apps/server/src/outside/curl-example.test.ts`. */
const OUTSIDE = `## A call from outside

An agent of your own asks before it does something. \`$COUNTERSIGN\` is the address that the server printed (\`http://127.0.0.1:PORT\`), \`$TOKEN\` the token behind it:

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

What asks is answered once its card is answered or has expired; who hangs up before that withdraws it. \`deny\`, an error, and no answer all
mean the same: do not do it. With \`"reports": true\` the call counts as running until \`POST /api/outside/calls/ID/ended\` says how it ended: \`{ "ok": true, "text": "…" }\`.`

const FILES = [
  'ids',
  'capabilities',
  'images',
  'errors',
  'commands',
  'events',
  'views',
  'settings',
  'mcp',
  'outside',
]
const comments = new Map(
  FILES.flatMap((name) => [
    ...sourceComments(readFileSync(join(root, `packages/protocol/src/${name}.ts`), 'utf8')),
  ]),
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

/** All schemas as JSON Schema, with each other as references. */
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
      const about = words(type)
      return [
        `### \`${type}\``,
        ...(about === '' ? [] : [about]),
        ...(rows.length === 0 ? [] : [table(['field', 'type', ''], rows)]),
      ].join('\n\n')
    })
    .join('\n\n')
}

const ROUTE_WORDS: ReadonlyMap<string, string> = new Map([
  ['GET /', 'the page'],
  ['GET /healthz', 'the process lives'],
  ['GET /readyz', 'it can serve; 503 until then'],
  ['GET /metrics', 'figures for Prometheus'],
  ['GET /ws', 'the socket'],
  ['GET /api/status', 'what this machine can do: whether there is a sandbox, and why not'],
  ['POST /api/session', 'a cookie for the token: `{ token }`'],
  ['GET /api/me', 'who you are, version, workspace, models'],
  ['GET /api/threads', 'your chats'],
  ['GET /api/threads/:id', 'one chat, as `ThreadSnapshot`'],
  ['GET /api/threads/:id/capabilities', 'what a chat has, as `CapabilityView`'],
  ['POST /api/images', 'keeps a picture; `?name=` is for people; answers `{ image: ImageView }`'],
  ['GET /api/images/:id', 'the bytes of a picture'],
  ['GET /api/waiting', 'what waits for a person; `?after=` for the next page'],
  ['POST /api/commands', 'one command without a socket'],
  [
    'POST /api/outside/calls',
    'an agent outside wants to make a call; answers when it is settled, as `OutsideAnswer`',
  ],
  [
    'POST /api/outside/hook',
    'the hook of an agent hands on the event that it was given; answers with what the hook prints and how it ends, as `HookReply`',
  ],
  [
    'POST /api/outside/calls/:id/heard',
    'the agent lives and heard a person’s yes; 404: the call must not be made',
  ],
  ['POST /api/outside/calls/:id/ended', 'how that call ended'],
  [
    'POST /api/outside/calls/:id/running',
    'held while the call is being made, and answered when it has ended; whoever hangs up before that has gone away',
  ],
  ['GET /api/models', 'models that can be had, as `ModelList`'],
  ['GET /api/settings', 'what a person likes, as `Preferences`'],
  ['PATCH /api/settings', 'changes some of it'],
  ['GET /api/settings/keys', 'keys of providers, without the keys'],
  ['GET /api/settings/keys/:provider', 'one of them'],
  ['PUT /api/settings/keys/:provider', 'stores a key, encrypted'],
  ['DELETE /api/settings/keys/:provider', 'removes it'],
  ['POST /api/settings/keys/:provider/check', 'tries a key, stored or not'],
  ['GET /api/settings/search', 'services that search the web, as `SearchSettingsView`'],
  ['PATCH /api/settings/search', 'chooses the one that searches'],
  ['PUT /api/settings/search/:service', 'stores its key, or its address, encrypted'],
  ['DELETE /api/settings/search/:service', 'forgets it'],
  [
    'POST /api/settings/search/:service/check',
    'tries it with a small question: `{ ok }`, or why not in `message`',
  ],
  ['GET /api/settings/endpoints', 'servers that a person added'],
  ['PUT /api/settings/endpoints/:provider', 'adds one'],
  ['DELETE /api/settings/endpoints/:provider', 'removes it'],
  ['GET /api/mcp/servers', 'MCP servers that may be used, as `McpServerView`'],
  ['PUT /api/mcp/servers/:name', 'puts one on the list'],
  ['DELETE /api/mcp/servers/:name', 'takes it off'],
  ['POST /api/mcp/servers/:name/trust', 'trusts it for the tools that were seen, or no longer'],
  ['POST /api/mcp/servers/:name/authorize', 'begins to sign in at it; the answer has the address to open'],
  [
    'GET /api/mcp/signed-in',
    'where the browser comes back from signing in; it has to bring the secret that went along',
  ],
  ['POST /api/mcp/servers/:name/restart', 'starts it again'],
  ['GET /api/files', 'names in a workspace that fit what was typed, as `FileNames`: `?wanted=&thread_id=`'],
  ['GET /api/memory', 'long-term memory, as `MemoryView`'],
  ['PUT /api/memory', 'switches it on or off'],
  ['DELETE /api/memory', 'forgets everything'],
  ['DELETE /api/memory/:key', 'forgets one entry'],
  ['GET /api/rules', 'the rules that are kept'],
  ['POST /api/rules', 'keeps one: `{ list, text, thread_id? }`'],
  [
    'POST /api/rules/project',
    "writes one into the file of a chat's folder, as it was seen: `{ list, text, thread_id, hash }`",
  ],
  ['DELETE /api/rules/:id', 'removes one'],
  ['GET /api/rules/files', 'the files of rules: managed, and of a workspace'],
  [
    'GET /api/rules/file',
    "one of them as text, masked, with what is wrong in it: `?layer=managed`, or `?layer=project&thread_id=` for that of a chat's folder",
  ],
  [
    'POST /api/rules/trust',
    'trusts the file of a workspace for one text, or (null) no longer: `{ workspace, hash }`',
  ],
  ['POST /api/decide', 'what policy says of a call in a chat: `{ thread_id, call }`'],
  ['GET /api/recorded', 'calls of the last 30 days with how they were answered, for a backtest'],
  ['GET /api/calls', 'calls, newest first'],
  ['GET /api/calls/:id/result', 'all of what a call gave back, masked, up to 200,000 characters'],
  [
    'GET /api/calls/:id/output',
    'the end of what a call had printed when it was cut off, masked, up to 64,000 characters',
  ],
  ['POST /api/calls/:id/undo', 'puts back the files that a call changed: `{ dry_run?, skip_conflicts? }`'],
  ['POST /api/turns/:id/undo', 'the same for a whole turn'],
  ['GET /api/audit', 'rows of the audit'],
  ['GET /api/audit/verify', 'proves that no row was altered, removed or put in'],
  ['POST /api/backup', 'writes a backup file on the server: `{ file }`'],
])

function routes(): string {
  const rows = httpRoutes().map((route) => [
    code(`${route.method} ${route.path}`),
    ROUTE_WORDS.get(`${route.method} ${route.path}`) ?? '',
    route.body
      .filter((name) => schemas.has(name))
      .map(code)
      .join(' '),
    route.guarded ? '' : 'open',
  ])
  return `Refusals are \`{ error: { code, message } }\` with a fitting status. *Open* routes need no token (Host and Origin are checked all the same).

${table(['route', 'what', 'body', ''], rows)}`
}

function types(): string {
  return [...schemas.keys()]
    .filter((name) => !['ClientCommand', 'ServerMessage', 'ThreadEvent'].includes(name))
    .toSorted((a, b) => a.localeCompare(b))
    .map((name) => details(`<code>${name}</code>`, typeBody(name)))
    .join('\n\n')
}

function typeBody(name: string): string {
  const schema = jsonSchema(name, 'output')
  const fields = fieldsOf(schema)
  const about = words(name)
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
