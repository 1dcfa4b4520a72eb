/** The page that says how the contenders did. Where another is better, it says so: made from the numbers, not by hand. */
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
  return `# Comparison

<!-- Written by \`npm run compare\`. -->

Our policy and our loop beside others that are on npm. The policy on the same ${cases} commands of \`corpus/shell-gate.jsonl\` and \`corpus/shell-more.jsonl\`, in one run on
${cores} cores with Node ${node}. Written by \`npm run compare\`; times and memory depend on the machine and its load, compare them within the table. A busy machine
makes all of them slower.

${table(head, rows)}

*Unsafe* ran where the corpus says that it must not; *needless* asked or blocked where it must run; *other* blocked where asking was expected, or the other way
round. *First decision* is processor time, the least of seven starts of a process, in turns, from its start to the answer for \`git status\`.

## The loop

The same turns on a model that answers at once, so that all that is left is the loop: processor time of one run in milliseconds, a median of three
once everyone has run it before. *Start* is the least of seven, in turns, until the loop could take its first turn; *memory* is the most that a fresh process held
which did every row once.

${table(
  ['', ...loops.map(({ name, version }) => (version === undefined ? name : `${name} ${version}`))],
  loopRows(loops),
)}

## Where another is better

${better(results)}
${betterLoops(loops)}

## Where the unsafe ones are

${table(
  ['mode', ...results.map(({ name }) => name)],
  unsafeRows(results, ({ unsafeBy }) => unsafeBy),
)}

${table(
  ['class of the corpus', ...results.map(({ name }) => name)],
  unsafeRows(results, ({ unsafeIn }) => unsafeIn),
)}

## What is compared, and how fair it is

- The corpus was written for a gate like ours. It holds what such gates got wrong before, so it is harder than a usual day, and we have been measured on it all along: a zero there is
  no proof for commands that are not in it. Rules are translated for each contender in \`bench/compare/policy\`; look there before you believe a number.
- Rules about files (\`deny files.read(.env)\`) bind commands with us alone; the others cannot say that, so the class *file-rules* is lost to them.
- **Gemini CLI**: its engine with the policies that it ships; a rule becomes a prefix of the command, as its settings have it. It has prefixes and
  no patterns within, and strict is its default mode. Its plan mode has no commands at all, so reading ones count as needless. In its \`yolo\` mode nothing asks by design, so every command of the corpus that must ask in auto counts as unsafe.
- **patterns** is a list of regular expressions as people write it by hand: the text split at operators, each part against the rules and a list of
  harmless programs.
- **cc-safety-net** is a guard against destructive commands and takes no rules. It runs as it is meant to, on top of such a list: what it denies, asks.
- **casbin** is a library for permissions in general and knows nothing of shells: its own matcher for \`*\`, the whole text as the object.
- Gates that are not on npm as a library (Claude Code, Codex, opencode, VS Code) cannot be run this way and are left out.
- **The loops** do less than ours, which asks its gate and writes every state down before it counts, here into memory; their approvals are answered by a program. Ours is measured over
  many runs in a go, as one is short beside the clock's grain; theirs over one. What ours costs over a loop written by hand, and with a database: [figures](figures.md).
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
