/** A call that the script makes. */
export interface ScriptedCall {
  readonly name: string
  readonly args: Readonly<Record<string, unknown>>
}

export interface Line {
  readonly text: string
  readonly calls: readonly ScriptedCall[]
}

/** The state of a scene, read from the conversation alone: the script stores nothing. */
export interface Stage {
  /** Answers since the person's message. */
  readonly step: number
  /** Results of the last step. */
  readonly results: readonly Result[]
  /** Lines of the last file list since the person's message. */
  readonly listed: readonly string[]
  readonly tools: ReadonlySet<string>
  readonly isPlan: boolean
}

export interface Result {
  readonly name: string
  readonly text: string
  readonly isError: boolean
}

export interface Scene {
  /** How people say it, for `help`. */
  readonly words: string
  /** Only the script itself uses it, for its sub-agents. */
  readonly hidden?: boolean
  readonly pattern: RegExp
  play(match: RegExpMatchArray, stage: Stage): Line
}

/** The demo's other commands, in the order in which they are tried. Patterns are anchored and run over one short message. */
const SIMPLE: readonly Scene[] = [
  {
    words: 'list the files',
    pattern:
      /^\s*(?:please\s+)?(?:list|show)\s+(?:me\s+)?(?:all\s+)?(?:the\s+)?files(?:\s+in\s+(?<folder>\S+))?[.!?\s]*$/i,
    play: (match) => ({
      text: 'Let me look at the folder.',
      calls: [{ name: 'files.list', args: { path: match.groups?.['folder'] ?? '.' } }],
    }),
  },
  {
    words: 'read README.md',
    pattern: /^\s*(?:read|open)\s+(?<path>\S+)\s*$/i,
    play: (match) => ({
      text: 'Let me read it.',
      calls: [{ name: 'files.read', args: { path: match.groups?.['path'] } }],
    }),
  },
  {
    words: 'write notes.md: hello',
    pattern: /^\s*write\s+(?<path>[^\s:]+)\s*:\s?(?<content>[\s\S]*)$/i,
    play: (match) => ({
      text: 'I would like to write it.',
      calls: [
        {
          name: 'files.write',
          args: { path: match.groups?.['path'], content: `${match.groups?.['content'] ?? ''}\n` },
        },
      ],
    }),
  },
  {
    words: 'delete notes.md',
    pattern: /^\s*(?:delete|remove)\s+(?<path>\S+)\s*$/i,
    play: (match) => ({
      text: 'I would like to delete it.',
      calls: [{ name: 'files.delete', args: { path: match.groups?.['path'] } }],
    }),
  },
  {
    words: 'run npm test',
    pattern: /^\s*(?:run|execute)\s+(?<command>\S[\s\S]*)$/i,
    play: (match) => ({
      text: 'I would like to run it.',
      calls: [{ name: 'terminal.exec', args: { command: match.groups?.['command']?.trim() } }],
    }),
  },
]

/** Longest message that the patterns are applied to. */
const LOOKED_AT = 20_000

const ASKS_FOR_HELP = /^\s*\/?help\b/i

/** The script's next line. `scenes` are tried in order; a simple one has one step, and then reports the result. */
export function nextLine(scenes: readonly Scene[], message: string, stage: Stage): Line {
  const text = message.slice(0, LOOKED_AT)
  for (const scene of [...scenes, ...SIMPLE]) {
    const match = scene.pattern.exec(text)
    if (!match) continue
    if (stage.step > 0 && SIMPLE.includes(scene)) return { text: reactTo(stage.results), calls: [] }
    return scene.play(match, stage)
  }
  const list = help([...scenes, ...SIMPLE])
  return { text: ASKS_FOR_HELP.test(text) ? list : `That is not in my script. ${list}`, calls: [] }
}

/** The script's words after its calls ended. */
export function reactTo(results: readonly Result[]): string {
  return results.map(sentence).join('\n\n')
}

function sentence(result: Result): string {
  if (result.isError) {
    const became = result.text.startsWith('Interrupted')
      ? 'I do not know whether this happened'
      : 'This did not happen'
    return `${became}. The reason:\n\n> ${result.text.trim().split('\n').join('\n> ')}`
  }
  switch (result.name) {
    case 'files.list':
      return `Contents of the folder:\n\n${result.text.split('\n').map(listLine).join('\n')}`
    case 'files.read':
    case 'terminal.exec':
      return `Done. The result:\n\n\`\`\`\n${result.text.trimEnd()}\n\`\`\``
    default:
      return `Done. ${result.text}`
  }
}

/** A name is an item; the tool's remarks about the list (`[2 ignored by git; …]`) are a sentence below it. */
function listLine(line: string): string {
  if (line === 'The folder is empty.') return line
  const note = /^\[(?<said>.*)\]$/.exec(line)?.groups?.['said']
  return note === undefined ? `- \`${line}\`` : `\n${note}.`
}

function help(scenes: readonly Scene[]): string {
  const known = scenes
    .filter((scene) => scene.hidden !== true)
    .map((scene) => `- \`${scene.words}\``)
    .join('\n')
  return `I am the built-in demo. I follow a script and am not a language model. I understand:\n\n${known}\n\nTo talk freely, add a model and its key in the settings.`
}
