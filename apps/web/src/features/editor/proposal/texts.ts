import { partLines, type ChangePart } from '@countersign/protocol'

/** Words of a proposed change in the editor. */
export const texts = {
  title: 'Proposed change',
  label: (path: string) => `Proposed change to ${path}`,
  proposes: 'The agent proposes this change.',
  part: (number: number, of: number, part: ChangePart) => `Part ${number} of ${of}, ${partLines(part)}`,
  accept: 'Accept',
  acceptPart: (number: number, part: ChangePart) => `Accept part ${number}, ${partLines(part)}`,
  decline: 'Decline',
  declinePart: (number: number, part: ChangePart) => `Decline part ${number}, ${partLines(part)}`,
  accepted: 'accepted, not sent',
  declined: 'declined, not sent',
  left: (left: number, of: number) => `${left} of ${of} left`,
  notSent: 'not sent',
  next: 'Next part (F7)',
  previous: 'Previous part (Shift+F7)',
  send: (accepted: number, chosen: number, of: number) =>
    chosen === 0
      ? 'Send answer'
      : accepted === 0
        ? 'Send answer: decline all'
        : `Send answer: ${accepted} of ${of}`,
  rest: 'Parts without a choice are declined.',
  sending: 'Sending…',
  moved: 'The text had just moved. Press again.',
  unread: 'Read this part to its end first.',
  keys: 'F7 next, Alt+Y accept, Alt+U decline',
  whole: 'This change is answered as a whole, on its card in the chat.',
  loading: 'Loading the change…',
  waits: 'The agent proposes a change to this file. You have unsaved edits here.',
  open: 'Review the change',
  settled: 'No change to this file is waiting for you.',
} as const
