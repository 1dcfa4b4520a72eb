/**
 * One rule about allowed imports. A target is a path from the root of the clone, `npm:name` for a package from the registry, or `node:name`
 * for a Node builtin. An import breaks the rule if importer and target both match.
 */
export interface ImportRule {
  readonly name: string
  readonly why: string
  readonly from: RegExp
  readonly fromNot?: RegExp
  readonly to: RegExp
  /** Type-only imports are allowed. */
  readonly typesAreFine?: true
}

// Tests and test helpers may import more than the code they test.
const TESTS = /\.(test|spec|testing)\.tsx?$|\/testing\/|\/e2e\//

/** Folders that only group other folders: each of these counts as if it were one level higher. */
export const SHELVES: readonly { readonly folder: string; readonly why: string }[] = [
  {
    folder: 'apps/server/src/platform',
    why:
      'it contains the lowest parts (egress, vault, files, watch), on which sign-in, models and checkpoints are built, and the host, ' +
      'which hands all of these to features; as one folder it would need everything and be needed by everything',
  },
]

/** The import rules as data. Cycles are the only rule that is not about pairs: see `cycles.ts`. */
export const IMPORT_RULES: readonly ImportRule[] = [
  {
    name: 'policy-is-pure',
    why: 'policy decides the same everywhere: it imports nothing but itself',
    from: /^packages\/policy\/src\//,
    fromNot: /\.(test|testing)\.ts$|\/testing\/|\/shell\/(?:reader|syntax\/[\w-]+)\.ts$/,
    to: /^(?!packages\/policy\/src\/)/,
  },
  {
    name: 'policy-is-pure',
    why: '`shell/reader.ts` and `shell/syntax` may import the shell parser `unbash`, and nothing else from outside',
    from: /^packages\/policy\/src\/shell\/(?:reader|syntax\/[\w-]+)\.ts$/,
    to: /^(?!packages\/policy\/src\/|npm:unbash$)/,
  },
  {
    name: 'packages-know-no-app',
    why: 'whoever installs a package alone has no apps',
    from: /^packages\//,
    to: /^apps\//,
  },
  {
    name: 'arrows-never-turn',
    why: 'policy <- protocol <- workflow <- agent, never back',
    from: /^packages\/protocol\//,
    to: /^packages\/(?:workflow|agent)\//,
  },
  {
    name: 'arrows-never-turn',
    why: 'policy <- protocol <- workflow <- agent, never back',
    from: /^packages\/workflow\//,
    to: /^packages\/agent\//,
  },
  {
    name: 'workflow-is-pure',
    why: 'a graph is planned the same in the server and in the page: no part of Node, and few packages',
    from: /^packages\/workflow\/src\//,
    fromNot: TESTS,
    to: /^(?!packages\/(?:workflow|policy|protocol)\/src\/|npm:(?:zod|yaml|@cfworker\/json-schema)$)/,
  },
  {
    name: 'protocol-has-no-logic',
    why: 'protocol is words: beside itself it knows zod, the types of policy, and in `canonical.ts` the hash of SHA-256',
    from: /^packages\/protocol\/src\//,
    fromNot: /\.test\.ts$|\/testing\/|\/canonical\.ts$/,
    to: /^(?!packages\/protocol\/src\/|packages\/policy\/src\/|npm:zod$)/,
  },
  {
    name: 'protocol-has-no-logic',
    why: '`canonical.ts` knows the hash, and nothing else from outside',
    from: /^packages\/protocol\/src\/canonical\.ts$/,
    to: /^(?!packages\/protocol\/src\/|npm:@noble\/hashes$)/,
  },
  {
    name: 'protocol-has-no-logic',
    why: 'protocol takes types from policy, never what decides',
    from: /^packages\/protocol\/src\//,
    fromNot: TESTS,
    to: /^packages\/policy\/src\//,
    typesAreFine: true,
  },
  {
    name: 'agent-knows-ports',
    why: 'the SDK must run without our database, our server and our page',
    from: /^packages\/agent\/src\//,
    fromNot: TESTS,
    to: /^npm:(pg|kysely|fastify|@fastify\/.+|ws|react|react-dom)$/,
  },
  {
    name: 'only-the-gate-signs',
    why: 'whoever can make a countersigned call can run anything',
    from: /^/,
    fromNot: /^packages\/agent\/src\/(gate\/gate|call\/countersign\.test)\.ts$/,
    to: /^packages\/agent\/src\/call\/countersign\.ts$/,
    typesAreFine: true,
  },
  {
    name: 'web-meets-server-on-the-wire',
    why: 'the page and the server share the protocol and nothing else',
    from: /^apps\/web\//,
    fromNot: TESTS,
    to: /^apps\/(server|cli)\//,
  },
  {
    name: 'server-knows-no-edge',
    why: 'the server is started by the CLI and serves the page; it imports neither',
    from: /^apps\/server\//,
    fromNot: TESTS,
    to: /^apps\/(web|cli)\//,
  },
  {
    name: 'features-stand-on-the-platform',
    why: 'only `features.ts` knows which features there are; a part that two of them need is no feature',
    from: /^apps\/[^/]+\/src\/(?!features\/)[^/]+\//,
    // The gallery renders the states of every component, and is not part of any product build.
    fromNot: new RegExp(`${TESTS.source}|^apps\\/web\\/src\\/gallery\\/`),
    to: /^apps\/[^/]+\/src\/features\//,
  },
  {
    name: 'agents-never-act-by-hand',
    why: 'a handler that runs for the agent must not use the routes of a person: what it does would become theirs',
    from: /^apps\/web\/src\/.*\/[\w-]*-tools\.tsx?$/,
    fromNot: new RegExp(`${TESTS.source}|^apps\\/web\\/src\\/platform\\/client-tools\\.ts$`),
    to: /^apps\/web\/src\/(?:data\/|(?:.*\/)?use-[\w-]+\.tsx?$)/,
    typesAreFine: true,
  },
  {
    name: 'server-order',
    why: 'these folders own ports; who implements or calls them is not theirs to know',
    from: /^apps\/server\/src\/(turns|gate|tools|workspace|checkpoints|runs-later|shell)\//,
    fromNot: TESTS,
    to: /^apps\/server\/src\/(?:store\/|platform\/(?:http\/|[^/]+$))/,
  },
  {
    name: 'server-order',
    why: 'the store implements ports and knows no wire',
    from: /^apps\/server\/src\/store\//,
    fromNot: TESTS,
    to: /^apps\/server\/src\/platform\//,
  },
  {
    name: 'one-way-out',
    why: 'what goes out goes through `platform/egress`, which keeps away from our own servers',
    from: /^apps\/server\/src\//,
    fromNot: new RegExp(`${TESTS.source}|^apps\\/server\\/src\\/platform\\/egress\\/`),
    to: /^(?:npm:undici|node:https?|node:tls|node:http2)$/,
    typesAreFine: true,
  },
  {
    name: 'code-knows-no-test',
    why: 'what ships cannot lean on a test',
    from: /^(packages|apps)\//,
    fromNot: TESTS,
    to: /\.(test|spec)\.tsx?$/,
  },
]
