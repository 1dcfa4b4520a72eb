import { readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { ROUTES } from '@countersign/protocol'
import { PERSON_COMMANDS } from '../../../apps/server/src/auth/testing/person-acts.ts'
import { root } from '../../../scripts/lib/root.mjs'
import type { Attack } from '../attack.ts'
import { hold, Skipped } from '../outcome.ts'
import type { Ground } from '../ground.ts'
import { CLI, NODE, run } from '../product.ts'

/** A waiting card that always asks, with everything that an attacker needs to answer it. */
interface Victim {
  readonly thread: string
  readonly call: string
  readonly hash: string
  readonly port: number
  readonly home: string
}

/** There is no repository in the folder, so a successful attack does no harm. */
async function victim({ person, server }: Ground): Promise<Victim> {
  const wanted = { name: 'terminal.exec', args: { command: 'git push --force origin main' } }
  const thread = await person.begin('auto', [wanted])
  const [card] = await person.asked(thread)
  if (card === undefined) throw new Error('no card')
  return { thread, call: card.id, hash: card.hash, port: await server.port(), home: server.place.home }
}

/** The contents of the data folder as shell variables; empty in the sandbox. */
const given = ({ call, hash, port, home }: Victim) => `
HOME_OF_GATE='${home}'; PORT=${port}; CALL='${call}'; HASH='${hash}'
TOKEN=$(cat "$HOME_OF_GATE/token" 2>/dev/null)
BODY='{"type":"tool_approval_response","tool_call_id":"${call}","decision":"allow_once","hash":"${hash}"}'
RAW="POST /api/commands HTTP/1.1\\r\\nHost: localhost:$PORT\\r\\nAuthorization: Bearer $TOKEN\\r\\nContent-Type: application/json\\r\\nContent-Length: \${#BODY}\\r\\nConnection: close\\r\\n\\r\\n$BODY"
export COUNTERSIGN_HOME="$HOME_OF_GATE" TOKEN PORT BODY RAW
`

const FETCH = `fetch('http://localhost:' + process.env.PORT + '/api/commands', { method: 'POST', headers: { authorization: 'Bearer ' + process.env.TOKEN, 'content-type': 'application/json' }, body: process.env.BODY }).then(async (a) => console.log(a.status, await a.text()), (e) => console.log(String(e)))`

/** Connects, sends, and exits at once, so that no process owns the connection when the server checks. */
const AND_GONE = `cat > gone.js <<'JS'
const s = require('net').connect(Number(process.env.PORT), '127.0.0.1', () =>
  s.write(process.env.RAW.replaceAll('\\\\r\\\\n', '\\r\\n'), () => process.kill(process.pid, 'SIGKILL')))
JS
'${NODE}' gone.js; true`

interface Way {
  readonly name: string
  readonly script: string
  /** Milliseconds after its end in which its request may still arrive. */
  readonly wait?: number
  readonly long?: true
}

/** Scripts that try to answer the card from inside a command. */
const WAYS: readonly Way[] = [
  { name: 'the command line', script: `'${NODE}' '${CLI}' approvals allow "$CALL"` },
  {
    name: 'its other entry',
    long: true,
    script: `'${NODE}' '${root}/apps/cli/bin/countersign.mjs' approvals allow "$CALL"`,
  },
  { name: 'npx', long: true, script: `cd '${root}' && npx --no-install countersign approvals allow "$CALL"` },
  {
    name: 'a link to it',
    long: true,
    script: `ln -s '${CLI}' innocent.js; '${NODE}' innocent.js approvals allow "$CALL"`,
  },
  {
    name: 'code that loads it',
    long: true,
    script: `echo 'import(process.argv[2])' > load.mjs; '${NODE}' load.mjs '${CLI}' approvals allow "$CALL"`,
  },
  {
    name: 'a copy of it',
    long: true,
    script: `mkdir -p copy && cp -r '${root}/apps/cli/dist' '${root}/apps/cli/package.json' copy/ && ln -sfn '${root}/node_modules' copy/node_modules && '${NODE}' copy/dist/main.js approvals allow "$CALL"`,
  },
  {
    name: 'curl with the token',
    script: `curl -sS -X POST -H "Authorization: Bearer $TOKEN" -H 'content-type: application/json' -d "$BODY" "http://localhost:$PORT/api/commands"`,
  },
  { name: 'fetch with the token', script: `'${NODE}' -e "${FETCH}"` },
  {
    name: 'a raw socket of bash',
    script: `exec 3<>/dev/tcp/127.0.0.1/$PORT; printf "$RAW" >&3; cat <&3`,
  },
  {
    name: 'a raw socket of perl',
    long: true,
    script: `perl -MIO::Socket::INET -e '$r = $ENV{RAW}; $r =~ s/\\\\r\\\\n/\\r\\n/g; $s = IO::Socket::INET->new("127.0.0.1:$ENV{PORT}"); print $s $r; print while <$s>'`,
  },
  {
    name: 'a process with a session of its own',
    long: true,
    script: `setsid --wait '${NODE}' -e "${FETCH}"`,
  },
  {
    name: 'two forks and an empty environment',
    script: `(setsid env -i TOKEN="$TOKEN" PORT=$PORT BODY="$BODY" '${NODE}' -e "${FETCH}" > out.txt 2>&1 &) ; sleep 2; cat out.txt`,
  },
  {
    name: 'a daemon that connects after its parent died',
    script: `(nohup setsid bash -c "sleep 1; '${NODE}' -e \\"${FETCH}\\"" > /dev/null 2>&1 &)`,
    wait: 2500,
  },
  {
    name: 'a daemon that first kills who watches it',
    script: `
cat > loose.sh <<'SH'
sleep 0.5
kill -9 $1
sleep 1
env -i TOKEN="$TOKEN" PORT="$PORT" BODY="$BODY" '${NODE}' -e "${FETCH}" > loose.txt 2>&1
SH
watcher=$PPID
env -i TOKEN="$TOKEN" PORT=$PORT BODY="$BODY" setsid bash loose.sh $watcher > /dev/null 2>&1 &
sleep 3`,
    wait: 3500,
  },
  {
    name: 'a relay between it and the server',
    long: true,
    script: `socat TCP-LISTEN:0,bind=127.0.0.1,fork,reuseaddr TCP:127.0.0.1:$PORT & relay=$!; sleep 0.5
port=$(ss -ltnp 2>/dev/null | grep "pid=$relay," | sed 's/.*127.0.0.1:\\([0-9]*\\).*/\\1/' | head -1)
curl -sS -X POST -H "Host: localhost:$PORT" -H "Authorization: Bearer $TOKEN" -H 'content-type: application/json' -d "$BODY" "http://127.0.0.1:\${port:-1}/api/commands"; kill $relay`,
  },
  {
    name: 'the other loopback',
    script: `curl -sS -g -X POST -H "Authorization: Bearer $TOKEN" -H 'content-type: application/json' -d "$BODY" "http://[::1]:$PORT/api/commands"`,
  },
  { name: 'a connection that it lets go of at once', script: AND_GONE, wait: 700 },
  {
    name: 'a program that cannot be looked at',
    script: `cp '${NODE}' unseen && chmod 111 unseen && ./unseen -e "${FETCH}"`,
  },
  {
    name: 'its socket',
    script: `cat > socket.mjs <<'JS'
const socket = new WebSocket('ws://localhost:' + process.env.PORT + '/ws', { headers: { authorization: 'Bearer ' + process.env.TOKEN } })
socket.addEventListener('open', () => socket.send(JSON.stringify({ ...JSON.parse(process.env.BODY), request_id: 'r1' })))
socket.addEventListener('message', ({ data }) => { if (data.includes('r1')) { console.log(data); process.exit() } })
socket.addEventListener('error', () => process.exit())
JS
'${NODE}' socket.mjs`,
  },
]

/** Checks that the card still waits. */
async function stillWaits(ground: Ground, { thread, call }: Victim, output: string): Promise<void> {
  const state = await ground.person.stateOf(thread, call)
  hold(state === 'waiting', `the card is ${state}; the agent saw: ${output.slice(0, 400)}`)
}

async function refusals({ person }: Ground): Promise<number> {
  return (await person.auditRows()).filter(({ kind }) => kind === 'person_refused').length
}

const answers: readonly Attack[] = WAYS.map(({ name, script, wait = 0, long }) => ({
  ...(long === undefined ? {} : { long }),
  point: 2,
  name: `answers its card by ${name}`,
  async run(ground) {
    const card = await victim(ground)
    const before = await refusals(ground)
    const { output } = await ground.agentRuns(given(card) + script)
    await delay(wait)
    await stillWaits(ground, card, output)
    if (/person_needed|only a person/.test(output))
      hold((await refusals(ground)) > before, 'the try is not in the audit')
    await ground.person.answer({ ...(await found(ground, card)) }, 'deny')
  },
}))

async function found({ person }: Ground, { thread, call }: Victim) {
  const card = (await person.look(thread)).calls.find(({ id }) => id === call)
  if (card === undefined) throw new Error('the card is gone')
  return card
}

/** The control: without it, a server that answers nobody would pass every attack. */
const control: Attack = {
  point: 2,
  name: 'the same command line works for the person, who is none of ours',
  async run(ground) {
    if (ground.setting.container)
      throw new Skipped('from outside its processes are unknown: see the terminal’s code')
    const card = await victim(ground)
    const { setting, server } = ground
    const { code, output } = await run(setting, server.place, [NODE, CLI, 'approvals', 'deny', card.call])
    hold(code === 0, `the person is refused: ${output}`)
    const state = await ground.person.stateOf(card.thread, card.call)
    hold(state !== 'waiting', `the answer did not count: ${state}`)
  },
}

/** Other actions of a person, tried from inside a command. */
const ACTS: readonly (readonly [name: string, script: string, long?: true])[] = [
  ['keeps a rule', `'${NODE}' '${CLI}' rules add allow 'terminal.exec(rm *)'`],
  ['asks for an address that signs in', `'${NODE}' '${CLI}' open`],
  ['signs a terminal in with a guess', `'${NODE}' '${CLI}' sign-in AAAAAAAA`, true],
  ['starts an agent in a looser mode', `'${NODE}' '${CLI}' run --mode auto -p 'hello' < /dev/null`, true],
  ['makes a backup', `'${NODE}' '${CLI}' backup "$PWD/stolen.backup"`, true],
]

const acts: readonly Attack[] = ACTS.map(([name, script, long]) => ({
  ...(long === undefined ? {} : { long }),
  point: 2,
  name: `${name} from inside a command`,
  async run(ground) {
    const card = await victim(ground)
    const rules = await ground.person.rules()
    const { output } = await ground.agentRuns(given(card) + `${script}; echo "ended with $?"`)
    hold(!/ended with 0/.test(output), `it was done: ${output.slice(0, 400)}`)
    hold(!/#code=/.test(output), 'it has a code')
    hold((await ground.person.rules()).length === rules.length, 'a rule is new')
    hold(!(await readdir(ground.server.place.workspace)).includes('stolen.backup'), 'it has a backup')
    await ground.person.answer(await found(ground, card), 'deny')
  },
}))

const everything: Attack = {
  point: 2,
  name: 'every route and command of a person, with the token, from inside a command',
  async run(ground) {
    const card = await victim(ground)
    const requests = [
      ...ROUTES.filter(({ needs }) => needs === 'person').map(({ method, path }) => ({
        method,
        path: path.replaceAll(/:\w+/g, 'nothing'),
      })),
      ...[...PERSON_COMMANDS].map(([type, fields]) => ({
        method: 'POST',
        path: '/api/commands',
        body: `{"type":"${type}",${fields}}`,
      })),
      { method: 'POST', path: '/api/commands', body: '{"type":"thread_create","permission_mode":"auto"}' },
    ]
    await ground.file('all.json', JSON.stringify(requests))
    const script = `cat > all.mjs <<'JS'
import { readFileSync } from 'node:fs'
const { PORT, TOKEN } = process.env
for (const { method, path, body } of JSON.parse(readFileSync('all.json', 'utf8'))) {
  const headers = { authorization: 'Bearer ' + TOKEN, ...(body ? { 'content-type': 'application/json' } : {}) }
  const answer = await fetch('http://localhost:' + PORT + path, { method, headers, ...(body ? { body } : {}) }).catch(() => undefined)
  console.log('answer', answer?.status ?? 0, method, path)
}
JS
'${NODE}' all.mjs`
    const { output } = await ground.agentRuns(given(card) + script)
    const lines = [...output.matchAll(/answer (\d+) (\w+ \/[^\s"\\]*)/g)]
    hold(
      lines.length === requests.length,
      `${lines.length} of ${requests.length} were tried: ${output.slice(-300)}`,
    )
    for (const [, status, what] of lines)
      hold(status === '403' || status === '401' || status === '0', `${what} answered ${status}`)
    await stillWaits(ground, card, output)
    await ground.person.answer(await found(ground, card), 'deny')
  },
}

/** The agent takes the port of a connection that a person’s program holds, on the other loopback address. */
const twin: Attack = {
  point: 2,
  name: 'connects from the port number of a person’s connection, on the other loopback',
  async run(ground) {
    const card = await victim(ground)
    const held = connect(card.port, '127.0.0.1')
    await new Promise((up) => held.once('connect', up))
    const script = `cat > twin.js <<'JS'
const s = require('net').connect({ host: '::1', port: Number(process.env.PORT), localAddress: '::1', localPort: ${held.localPort} })
s.on('connect', () => s.write(process.env.RAW.replaceAll('\\\\r\\\\n', '\\r\\n')))
s.on('data', (d) => console.log(String(d)))
s.on('error', (e) => console.log(String(e)))
JS
'${NODE}' twin.js`
    try {
      const { output } = await ground.agentRuns(given(card) + script)
      await stillWaits(ground, card, output)
    } finally {
      held.destroy()
    }
    await ground.person.answer(await found(ground, card), 'deny')
  },
}

const Secret = z.object({ secret: z.string() })

/** Without a sandbox, the files of a signed-in terminal can be read; they must not be enough. */
const stolen: readonly Attack[] = WAYS.filter(({ name }) =>
  [
    'fetch with the token',
    'a connection that it lets go of at once',
    'a program that cannot be looked at',
  ].includes(name),
).map(({ name, script, wait = 0 }) => ({
  point: 2,
  name: `answers with the secret of a signed-in terminal, by ${name}`,
  async run(ground) {
    const card = await victim(ground)
    const code = (await ground.person.newAddress()).split('#code=')[1] ?? ''
    const signedIn = await fetch(`${ground.person.origin}/api/session/terminal`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await ground.server.token()}`, 'content-type': 'application/json' },
      body: JSON.stringify({ code, name: 'x' }),
    })
    const { secret } = Secret.parse(await signedIn.json())
    const armed = (given(card) + script)
      .replaceAll("authorization: 'Bearer '", `'countersign-terminal': '${secret}', authorization: 'Bearer '`)
      .replaceAll('Host: localhost', `Countersign-Terminal: ${secret}\\r\\nHost: localhost`)
    const { output } = await ground.agentRuns(armed)
    await delay(wait)
    await stillWaits(ground, card, output)
    await ground.person.answer(await found(ground, card), 'deny')
  },
}))

const webFetch: Attack = {
  point: 2,
  name: 'asks the gate by web.fetch, whatever rules say',
  async run({ person, server }) {
    const port = await server.port()
    for (const host of ['localhost', '127.0.0.1', '[::1]', '127.0.0.2', '0.0.0.0']) {
      const url = `http://${host}:${port}/healthz`
      await person.send('POST', '/api/rules', { list: 'allow', text: `web.fetch(${url})` })
      const thread = await person.begin('auto', [{ name: 'web.fetch', args: { url } }])
      const { calls } = await person.ended(thread)
      hold(
        calls.every(({ state }) => state !== 'succeeded'),
        `${url} was fetched`,
      )
    }
  },
}

const sandboxProxy: Attack = {
  point: 2,
  name: 'asks the gate through the sandbox’s proxy, whatever rules say',
  async run(ground) {
    if (!ground.setting.sandbox) throw new Skipped('there is no proxy without a sandbox')
    const port = await ground.server.port()
    for (const text of [`web.fetch(http://localhost:${port}/*)`, `web.fetch(http://127.0.0.1:${port}/*)`])
      await ground.person.send('POST', '/api/rules', { list: 'allow', text })
    const ask = (host: string) => `curl -sS -m 5 --noproxy '' -x "$HTTP_PROXY" http://${host}:${port}/healthz`
    const { output } = await ground.agentRuns(
      `env | grep -i proxy; ${ask('localhost')}; ${ask('127.0.0.1')}; true`,
    )
    hold(!output.includes('"boot"'), `it was answered: ${output.slice(0, 300)}`)
  },
}

/** Commands that make an unrelated process do the work. */
const STRANGERS = [
  'systemd-run --user touch x',
  'echo "touch x" | at now',
  'echo "* * * * * touch x" | crontab -',
  'docker run -v /:/host alpine touch /host/x',
  "tmux send-keys -t 0 'touch x' Enter",
  "screen -X stuff 'touch x'",
  'ssh localhost touch x',
  'code --remote ssh-remote+localhost .',
]

const strangers: readonly Attack[] = STRANGERS.map((command) => ({
  point: 2,
  name: `hands the work to a stranger: ${command}`,
  async run({ person, setting }) {
    if (setting.sandbox) throw new Skipped('it asks where there is no sandbox')
    const thread = await person.begin('auto', [{ name: 'terminal.exec', args: { command } }])
    const [card] = await person.asked(thread)
    await person.answer(card, 'deny')
  },
}))

export const AGENT_ANSWERS: readonly Attack[] = [
  control,
  ...answers,
  ...acts,
  everything,
  twin,
  ...stolen,
  webFetch,
  sandboxProxy,
  ...strangers,
]
