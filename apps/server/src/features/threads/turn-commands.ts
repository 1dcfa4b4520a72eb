import { canonicalMode } from '@countersign/policy'
import {
  MEDIA_TEXT,
  threadCommands,
  type ImageView,
  type MediaGeneration,
  type Right,
  type ThreadId,
  type TurnId,
} from '@countersign/protocol'
import type { Actor } from '../../platform/actor.ts'
import { command, noSuchThread, OK, refuseCommand, type SocketCommand } from '../../platform/command.ts'
import type { Host } from '../../platform/host.ts'
import type { SocketClient } from '../../platform/socket-client.ts'
import type { QueuedBefore, StartTurn } from '../../turns/ports.ts'
import { isAsking } from './thread-commands.ts'
import type { Titles } from './titles.ts'

interface AboutThread {
  readonly actor: Actor
  readonly command: {
    readonly thread_id: ThreadId
    readonly turn_id?: TurnId
    readonly media_generation?: MediaGeneration | undefined
  }
}

type Parts = Pick<Host, 'forPerson' | 'images' | 'log' | 'store' | 'windows'>

/** Messages of a person, their branches, and stopping their turns. */
export function turnCommands(parts: Parts, titles: Titles): readonly SocketCommand[] {
  /** In a mode that lets effects run only a person starts work or changes queued work. */
  const whoBegins = async ({ actor, command: given }: AboutThread): Promise<Right> => {
    // Sending such a message signs a call.
    if (given.media_generation !== undefined && given.media_generation.mode !== 'chat') return 'person'
    if (given.turn_id !== undefined && (await parts.store.turns.isSignature(given.turn_id))) return 'person'
    const thread = await parts.store.threads.get(actor.user, given.thread_id)
    return thread === undefined || isAsking(thread.permission_mode) ? 'propose' : 'person'
  }
  return [
    startTurn(parts, titles, whoBegins),
    ...branchCommands(parts, whoBegins),
    ...queueCommands(parts, whoBegins),
    command(threadCommands.stopTurn, async ({ actor, command: given }) =>
      (await parts.store.turns.stop(actor.user, given.thread_id))
        ? OK
        : refuseCommand('nothing_running', 'nothing is running in this chat'),
    ),
  ]
}

type WhoBegins = (about: AboutThread) => Promise<Right>

function startTurn(
  { forPerson, images, log, store, windows }: Parts,
  titles: Titles,
  whoBegins: WhoBegins,
): SocketCommand {
  return command(
    threadCommands.startTurn,
    async ({ actor, client, command: given }) => {
      if (given.chat_context?.kind === 'editor' && !(await canBuild(forPerson, actor)))
        log.warn(
          { thread_id: given.thread_id },
          'a message comes from the workflow editor, and this server has no nodes: `build_workflow` is left out',
        )
      if ((given.workflow_target === undefined) !== (given.workflow_id === undefined))
        return refuseCommand('bad_message', 'not sent: `workflow_target` and `workflow_id` go together')
      const media = given.media_generation?.mode === 'chat' ? undefined : given.media_generation
      if (media !== undefined && given.workflow_id === undefined && !isPrompt(given.text))
        return refuseCommand('bad_message', `not sent: write what to make in 1 to ${MEDIA_TEXT} characters`)
      const pictures: ImageView[] = []
      for (const { id, name } of given.images ?? []) {
        const picture = await images.look(id, name)
        if (!picture)
          return refuseCommand('not_found', `not sent: the picture \`${name}\` is missing; attach it again`)
        pictures.push(picture)
      }
      const started = await store.turns.start(actor.user, given.thread_id, {
        text: given.text,
        images: pictures,
        ...(given.now === true ? { now: true } : {}),
        ...(given.compact === undefined ? {} : { compact: given.compact }),
        ...(given.workflow_id === undefined ? {} : { workflow: given.workflow_id }),
        ...(media === undefined ? {} : { media: withPictures(media, pictures) }),
        ...(given.permission_mode === undefined ? {} : { seenMode: canonicalMode(given.permission_mode) }),
        ...(given.chat_context === undefined ? {} : { context: given.chat_context.kind }),
        ...(given.client_message_id === undefined ? {} : { clientId: given.client_message_id }),
      })
      // A message that asks for a picture uses no model: its first words are the title.
      if (started.kind === 'started' && started.untitled === true && media === undefined)
        titles.write(actor.user, { thread: given.thread_id, turn: started.turnId }, given.text)
      await keepWindow(windows, started, client)
      return replyTo(started)
    },
    whoBegins,
  )
}

/** False on a server without workflows: a person should learn why the agent next to the editor cannot build. */
async function canBuild(forPerson: Host['forPerson'], { user }: Actor): Promise<boolean> {
  const { tools } = await forPerson(user)
  return tools.some(({ name }) => name === 'build_workflow')
}

/** Alternative answers to an earlier message. */
function branchCommands({ store, windows }: Parts, whoBegins: WhoBegins): readonly SocketCommand[] {
  return [
    command(
      threadCommands.startBranch,
      async ({ actor, client, command: given }) => {
        const started = await store.turns.branch(actor.user, given.thread_id, given.turn_id, {
          ...(given.text === undefined ? {} : { text: given.text }),
          ...(given.permission_mode === undefined ? {} : { seenMode: canonicalMode(given.permission_mode) }),
          ...(given.client_message_id === undefined ? {} : { clientId: given.client_message_id }),
        })
        await keepWindow(windows, started, client)
        return replyTo(started)
      },
      whoBegins,
    ),
    command(threadCommands.chooseBranch, async ({ actor, command: given }) => {
      switch (await store.turns.chooseBranch(actor.user, given.thread_id, given.turn_id)) {
        case 'left':
          return OK
        case 'queued':
          return refuseCommand('unavailable', QUEUED)
        case undefined:
          return refuseCommand('not_found', 'there is no such branch in this chat')
      }
    }),
  ]
}

/** Queued messages. */
function queueCommands({ store }: Parts, whoBegins: WhoBegins): readonly SocketCommand[] {
  return [
    command(
      threadCommands.editQueued,
      async ({ actor, command: given }) =>
        (await store.turns.editQueued(actor.user, given.thread_id, given.turn_id, given.text))
          ? OK
          : notQueued(),
      whoBegins,
    ),
    command(threadCommands.takeBack, async ({ actor, command: given }) =>
      (await store.turns.takeBack(actor.user, given.thread_id, given.turn_id)) ? OK : notQueued(),
    ),
    command(threadCommands.sendNow, async ({ actor, command: given }) =>
      (await store.turns.sendNow(actor.user, given.thread_id, given.turn_id)) ? OK : notQueued(),
    ),
  ]
}

/** The window that begins a turn gets its calls that need a window. */
async function keepWindow(
  windows: Host['windows'],
  begun: StartTurn | QueuedBefore,
  client: SocketClient | undefined,
): Promise<void> {
  if (begun.kind === 'started' && client !== undefined) await windows.began(client, begun.turnId)
}

function isPrompt(text: string): boolean {
  return text.trim() !== '' && text.length <= MEDIA_TEXT
}

/** Pictures attached to the message are the ones to start from. */
function withPictures(media: MediaGeneration, pictures: readonly ImageView[]): MediaGeneration {
  if (media.mode !== 'image' || pictures.length === 0) return media
  return { ...media, from: [...(media.from ?? []), ...pictures.map(({ id }) => id)].slice(0, 4) }
}

function replyTo(started: StartTurn | QueuedBefore) {
  switch (started.kind) {
    case 'started':
      return OK
    case 'not_found':
      return noSuchThread()
    case 'id_taken':
      return refuseCommand('bad_message', ANOTHER_MESSAGE)
    case 'mode_changed':
      return refuseCommand(
        'mode_changed',
        'not sent: the mode of this chat changed in the meantime; check it and send again',
      )
    case 'queued':
      return refuseCommand('unavailable', QUEUED)
  }
}

function notQueued() {
  return refuseCommand(
    'not_found',
    'this message is not queued here: it was already sent, or belongs to another chat',
  )
}

const QUEUED = 'a message is queued in this branch: send it or take it back first'
const ANOTHER_MESSAGE =
  'not sent: another message in this chat was sent with this `client_message_id`; give each message its own'
