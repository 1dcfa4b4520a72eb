import { canonicalMode } from '@countersign/policy'
import { threadCommands, type ImageView, type Right, type ThreadId } from '@countersign/protocol'
import type { Actor } from '../../platform/actor.ts'
import { command, noSuchThread, OK, refuseCommand, type SocketCommand } from '../../platform/command.ts'
import type { Host } from '../../platform/host.ts'
import type { SocketClient } from '../../platform/socket-client.ts'
import type { QueuedBefore, StartTurn } from '../../turns/ports.ts'
import { isAsking } from './thread-commands.ts'
import type { Titles } from './titles.ts'

interface AboutThread {
  readonly actor: Actor
  readonly command: { readonly thread_id: ThreadId }
}

/** Messages of a person, their branches, and stopping what they began. */
export function turnCommands(
  { images, store, windows }: Pick<Host, 'images' | 'store' | 'windows'>,
  titles: Titles,
): readonly SocketCommand[] {
  /** What the turn needs of a window comes from the one that began it. */
  const inWindow = async <Begun extends StartTurn | QueuedBefore>(
    begun: Begun,
    client: SocketClient | undefined,
  ): Promise<Begun> => {
    if (begun.kind === 'started' && client !== undefined) await windows.seatOf(client)?.began(begun.turnId)
    return begun
  }
  /** Work in a mode that lets effects run is a person's to begin, and so is a change of what will be worked on. */
  const whoBegins = async ({ actor, command: given }: AboutThread): Promise<Right> => {
    const thread = await store.threads.get(actor.user, given.thread_id)
    return thread === undefined || isAsking(thread.permission_mode) ? 'propose' : 'person'
  }
  return [
    command(
      threadCommands.startTurn,
      async ({ actor, client, command: given }) => {
        if ((given.workflow_target === undefined) !== (given.workflow_id === undefined))
          return refuseCommand('bad_message', 'not sent: `workflow_target` and `workflow_id` go together')
        const pictures: ImageView[] = []
        for (const { id, name } of given.images ?? []) {
          const picture = await images.look(id, name)
          if (!picture)
            return refuseCommand('not_found', `not sent: the picture \`${name}\` is not here; send it again`)
          pictures.push(picture)
        }
        const started = await store.turns.start(actor.user, given.thread_id, {
          text: given.text,
          images: pictures,
          ...(given.now === true ? { now: true } : {}),
          ...(given.compact === undefined ? {} : { compact: given.compact }),
          ...(given.workflow_id === undefined ? {} : { workflow: given.workflow_id }),
          ...(given.permission_mode === undefined ? {} : { seenMode: canonicalMode(given.permission_mode) }),
          ...(given.chat_context === undefined ? {} : { context: given.chat_context.kind }),
          ...(given.client_message_id === undefined ? {} : { clientId: given.client_message_id }),
        })
        if (started.kind === 'started' && started.untitled === true)
          titles.write(actor.user, { thread: given.thread_id, turn: started.turnId }, given.text)
        return replyTo(await inWindow(started, client))
      },
      whoBegins,
    ),
    command(
      threadCommands.startBranch,
      async ({ actor, client, command: given }) =>
        replyTo(
          await inWindow(
            await store.turns.branch(actor.user, given.thread_id, given.turn_id, {
              ...(given.text === undefined ? {} : { text: given.text }),
              ...(given.permission_mode === undefined
                ? {}
                : { seenMode: canonicalMode(given.permission_mode) }),
              ...(given.client_message_id === undefined ? {} : { clientId: given.client_message_id }),
            }),
            client,
          ),
        ),
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
    command(threadCommands.stopTurn, async ({ actor, command: given }) =>
      (await store.turns.stop(actor.user, given.thread_id))
        ? OK
        : refuseCommand('nothing_running', 'nothing is running in this chat'),
    ),
  ]
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
    'this message is not waiting here: it was already sent, or belongs to another chat',
  )
}

const QUEUED = 'a message is queued in this branch: send it or take it back first'
const ANOTHER_MESSAGE =
  'not sent: another message in this chat was sent with this `client_message_id`; give each message its own'
