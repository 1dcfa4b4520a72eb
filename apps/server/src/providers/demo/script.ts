/** A call that the script makes. */
export interface ScriptedCall {
  readonly name: string
  readonly args: Readonly<Record<string, unknown>>
}

export interface Line {
  readonly text: string
  readonly calls: readonly ScriptedCall[]
}

interface Scene {
  /** How people say it, for `help`. */
  readonly words: string
  readonly pattern: RegExp
  play(match: RegExpMatchArray): Line
}

/** What the demo understands, in the order it is tried. Patterns are anchored and run over one short message. */
const SCENES: readonly Scene[] = [
  {
    words: 'show me around',
    pattern: /^\s*(?:please\s+)?show\s+me\s+around[.!?\s]*$/i,
    play: () => ({
      text:
        'I am the demo and play a script: four calls, so that you see each kind once. Listing and reading run by themselves. ' +
        'Writing a file asks you, with what would be in it. The command has three parts, and only those that no rule covers ask. ' +
        'Answer as you like; nothing happens before you do.',
      calls: [
        { name: 'files.list', args: { path: '.' } },
        { name: 'files.read', args: { path: 'README.md' } },
        {
          name: 'files.write',
          args: { path: 'notes.md', content: '# Notes\n\nWritten by the demo, after you said yes.\n' },
        },
        { name: 'terminal.exec', args: { command: 'ls && npm test | tee test.log' } },
      ],
    }),
  },
  {
    words: 'list the files',
    pattern:
      /^\s*(?:please\s+)?(?:list|show)\s+(?:me\s+)?(?:all\s+)?(?:the\s+)?files(?:\s+in\s+(?<folder>\S+))?[.!?\s]*$/i,
    play: (match) => ({
      text: 'I look at the folder.',
      calls: [{ name: 'files.list', args: { path: match.groups?.['folder'] ?? '.' } }],
    }),
  },
  {
    words: 'read README.md',
    pattern: /^\s*(?:read|open)\s+(?<path>\S+)\s*$/i,
    play: (match) => ({
      text: 'I read it.',
      calls: [{ name: 'files.read', args: { path: match.groups?.['path'] } }],
    }),
  },
  {
    words: 'write notes.md: hello',
    pattern: /^\s*write\s+(?<path>[^\s:]+)\s*:\s?(?<content>[\s\S]*)$/i,
    play: (match) => ({
      text: 'I propose to write it.',
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
      text: 'I propose to delete it.',
      calls: [{ name: 'files.delete', args: { path: match.groups?.['path'] } }],
    }),
  },
  {
    words: 'run npm test',
    pattern: /^\s*(?:run|execute)\s+(?<command>\S[\s\S]*)$/i,
    play: (match) => ({
      text: 'I propose to run it.',
      calls: [{ name: 'terminal.exec', args: { command: match.groups?.['command']?.trim() } }],
    }),
  },
]

/** Longest message that the patterns look at. */
const LOOKED_AT = 20_000

/** What the script says to a person's message. */
export function answerTo(message: string): Line {
  const text = message.slice(0, LOOKED_AT)
  for (const scene of SCENES) {
    const match = scene.pattern.exec(text)
    if (match) return scene.play(match)
  }
  return { text: help(), calls: [] }
}

/** What the script says once its calls ended. */
export function reactTo(
  results: readonly { readonly name: string; readonly text: string; readonly isError: boolean }[],
): string {
  return results.map(sentence).join('\n\n')
}

function sentence(result: {
  readonly name: string
  readonly text: string
  readonly isError: boolean
}): string {
  if (result.isError)
    return `It did not happen. I was told:\n\n> ${result.text.trim().split('\n').join('\n> ')}`
  switch (result.name) {
    case 'files.list':
      return `This is in the folder:\n\n${result.text
        .split('\n')
        .map((name) => (name === 'The folder is empty.' ? name : `- \`${name}\``))
        .join('\n')}`
    case 'files.read':
    case 'terminal.exec':
      return `Done. This came out:\n\n\`\`\`\n${result.text.trimEnd()}\n\`\`\``
    default:
      return `Done. ${result.text}`
  }
}

function help(): string {
  const known = SCENES.map((scene) => `- \`${scene.words}\``).join('\n')
  return `I am the built-in demo and play a script; I am no language model. I understand:\n\n${known}\n\nAdd a model and its key to talk freely.`
}
