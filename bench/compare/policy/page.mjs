/** The results page. It is generated from the numbers, so it also says where another contender is better. */
export function comparison({ results, loops, cases, node, cores }) {
  const rows = results.map((each) => [
    each.version === undefined ? each.name : `${each.name} ${each.version}`,
    share(each.tally.unsafe, cases),
    share(each.tally.needless, cases),
    share(each.tally.right, cases),
    String(each.tally.other),
    `${each.start.toFixed(0)} ms`,
    megabytes(each.memory),
    megabytes(each.memoryAfter),
    `${each.medianMicros.toFixed(0)} µs`,
  ])
  const head = [
    '',
    'unsafe',
    'needless',
    'right',
    'other',
    'first decision',
    'memory then',
    'memory after all',
    'a decision',
  ]
  return `# Comparison in figures

<!-- Written by \`npm run compare\`. -->

Our policy and our loop compared with others on npm. The policy ran on the same ${cases} commands of \`corpus/shell-gate.jsonl\` and \`corpus/shell-more.jsonl\`, in one run on
${cores} cores with Node ${node}. Written by \`npm run compare\`; times and memory depend on the machine and its load, so compare them only within a table.

${table(head, rows)}

*Unsafe*: ran although the corpus says it must not. *Needless*: asked or blocked although it must run. *Other*: blocked where asking was expected, or vice
versa. *First decision* is CPU time from the start of a process to the answer for \`git status\`.

## The loop

The same turns with a model that answers at once, so only the loop is measured: CPU time of one run in milliseconds, median of three after a
warm-up. *Start* is the time until the loop can take its first turn, best of seven; *memory* is the peak of a fresh process that did every row
once.

${table(
  ['', ...loops.map(({ name, version }) => (version === undefined ? name : `${name} ${version}`))],
  loopRows(loops),
)}

## Where others are better

${better(results)}
${betterLoops(loops)}

## Unsafe verdicts by mode and class

${table(
  ['mode', ...results.map(({ name }) => name)],
  unsafeRows(results, ({ unsafeBy }) => unsafeBy),
)}

${table(
  ['corpus class', ...results.map(({ name }) => name)],
  unsafeRows(results, ({ unsafeIn }) => unsafeIn),
)}

## How fair the comparison is

- The corpus was written for a gate like ours. It contains what such gates got wrong before, so it is harder than everyday use, and ours has been tested on it all along: a zero
  proves nothing about other commands. Rules are translated for each contender in \`bench/compare/policy\`; look there before you believe a number.
- Rules about files (\`deny files.read(.env)\`) apply to commands only in ours; the others cannot express that, so they lose the class *file-rules*.
- **Gemini CLI**: its engine with the policies it ships; a rule becomes a command prefix, as in its settings. It has prefixes but
  no patterns, and our Strict maps to its default mode. Its plan mode runs no commands at all, so read-only ones count as needless. In its \`yolo\` mode nothing asks by design, so every command that must ask in Auto counts as unsafe.
- **patterns** is a hand-written list of regular expressions: the text is split at operators, and each part is checked against the rules and a list of
  harmless programs.
- **cc-safety-net** guards against destructive commands and takes no rules. It runs as intended, on top of such a list: what it denies, asks.
- **casbin** is a general permissions library and knows nothing about shells: its own matcher for \`*\`, the whole text as the object.
- Gates that are not on npm as a library (Claude Code, Codex, opencode, VS Code) cannot be run this way and are not included.
- **The loops** do less than ours, which asks its gate and records every state first, here in memory; their approvals are answered by a program. Ours is measured over
  many runs at once, because one is too short for the clock; theirs over one. Our cost compared with a hand-written loop, and with a database: [figures](figures.md).
`
}

const MEASURES = [
  { name: 'starts sooner', of: ({ start }) => start, show: (value) => `${value.toFixed(0)} ms` },
  { name: 'needs less memory', of: ({ memory }) => memory, show: megabytes },
  { name: 'needs less memory after all cases', of: ({ memoryAfter }) => memoryAfter, show: megabytes },
  {
    name: 'decides faster',
    of: ({ medianMicros }) => medianMicros,
    show: (value) => `${value.toFixed(0)} µs`,
  },
  { name: 'has fewer unsafe verdicts', of: ({ tally }) => tally.unsafe, show: String },
  { name: 'has fewer needless verdicts', of: ({ tally }) => tally.needless, show: String },
]

function better([ours, ...others]) {
  const lines = others.flatMap((other) =>
    MEASURES.filter(({ of, show }) => of(other) < of(ours) && show(of(other)) !== show(of(ours))).map(
      ({ name, of, show }) => `- **${other.name}** ${name}: ${show(of(other))} against ${show(of(ours))}.`,
    ),
  )
  return lines.length === 0 ? 'In nothing that was measured here.' : lines.join('\n')
}

const LOOP_MEASURES = (loops) => [
  ...[...loops[0].rows.keys()].map((name) => ({
    name,
    of: ({ rows }) => rows.get(name),
    show: (value) => `${value.toFixed(value < 10 ? 1 : 0)} ms`,
  })),
  { name: 'start', of: ({ start }) => start, show: (value) => `${value.toFixed(0)} ms` },
  { name: 'memory', of: ({ peak }) => peak, show: (value) => `${value.toFixed(0)} MB` },
]

function loopRows(loops) {
  return LOOP_MEASURES(loops).map(({ name, of, show }) => [name, ...loops.map((loop) => show(of(loop)))])
}

function betterLoops(loops) {
  const [ours, ...others] = loops
  const lines = others.flatMap((other) =>
    LOOP_MEASURES(loops)
      .filter(({ of, show }) => of(other) < of(ours) && show(of(other)) !== show(of(ours)))
      .map(
        ({ name, of, show }) => `- **${other.name}**, ${name}: ${show(of(other))} against ${show(of(ours))}.`,
      ),
  )
  return lines.length === 0 ? '- No other loop in anything that was measured here.' : lines.join('\n')
}

function unsafeRows(results, of) {
  const names = [...new Set(results.flatMap((each) => [...of(each).keys()]))].toSorted()
  return names.map((name) => [name, ...results.map((each) => String(of(each).get(name) ?? 0))])
}

function share(count, whole) {
  return `${count} (${((100 * count) / whole).toFixed(1)} %)`
}

function megabytes(bytes) {
  return `${(bytes / 1_000_000).toFixed(0)} MB`
}

function table(head, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
