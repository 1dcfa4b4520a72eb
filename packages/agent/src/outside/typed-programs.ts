import { compilePolicy, decide, toolFacts, type PartDecision, type Place } from '@countersign/policy'

/**
 * Programs that read typed input and can do anything with it: pagers and editors with a shell escape, shells, prompts of languages and
 * databases. An agent that keeps a terminal open types into them later, and not every agent reports to its hook what it types.
 */
const PROGRAMS: Readonly<Record<Kind, string>> = {
  // These use a pager when they print to a terminal.
  pager: `less more most pg zless zmore bzless bzmore xzless xzmore zstdless man apropos info pinfo perldoc pydoc pydoc3 ri bat batcat
    delta journalctl systemctl loginctl timedatectl hostnamectl aws gh hg dpkg dpkg-query apt apt-cache`,
  // These show a prompt when they get nothing to run.
  prompt: `sh bash dash zsh fish ksh mksh csh tcsh ash rbash pwsh nu xonsh elvish busybox python python2 python3 pypy pypy3 node nodejs
    deno bun ruby perl php lua luajit julia R scala groovy swift sbcl clisp guile racket ocaml erl clojure clj tclsh octave octave-cli
    gnuplot bc dc maxima redis-cli valkey-cli openssl gpg bluetoothctl nmcli virsh`,
  // These do too, and a single argument only names what they open.
  client: `psql mysql mariadb sqlite3 mongosh mongo cqlsh clickhouse-client duckdb influx sqlplus sqlcmd pgcli mycli litecli`,
  // These always read typed input.
  always: `vi vim nvim view rvim rview vimdiff ex ed red nano pico rnano emacs emacsclient joe jmacs jed ne micro hx helix kak mcedit
    ipython bpython ptpython irb pry ghci iex utop jshell groovysh gdb lldb jdb dlv pdb r2 radare2 ftp sftp lftp tftp ncftp smbclient
    telnet nc ncat netcat socat ssh mosh rlogin screen tmux zellij byobu script expect rlwrap mail mailx mutt neomutt lynx links elinks
    w3m mc ranger nnn lf vifm top htop btop atop su login chsh visudo vipw vigr sudoedit crontab fdisk cfdisk parted gdisk msfconsole
    whiptail dialog fzf sk`,
}

type Kind = 'pager' | 'prompt' | 'client' | 'always'

const KINDS: ReadonlyMap<string, Kind> = new Map(
  (['pager', 'prompt', 'client', 'always'] as const).flatMap((kind) =>
    PROGRAMS[kind].split(/\s+/).map((name) => [name, kind] as const),
  ),
)

/** Git commands that use a pager, and those that open an editor or a prompt. */
const GIT_PAGES =
  /^(?:log|diff|show|blame|annotate|branch|tag|grep|stash|reflog|shortlog|whatchanged|help|config|range-diff|var)$/
const GIT_TYPES =
  /^(?:commit|merge|revert|rebase|am|notes|add|checkout|restore|reset|clean|difftool|mergetool|send-email|cherry-pick|pull)$/
const GIT_EDITS_NOTHING =
  /^(?:-m|-F|-C|--message|--file|--no-edit|--reuse-message|--no-interactive)(?:=|$)|^-[a-z]*m$/
const GIT_ALWAYS_TYPES = /^(?:-i|--interactive|-p|--patch|-e|--edit)$/
/** These read no typed input unless an option asks for it. */
const GIT_SELDOM_TYPES = /^(?:add|checkout|restore|reset|clean|rebase|am|cherry-pick|pull)$/

const NO_PAGER =
  /^(?:--no-pager|--no-cli-pager|--paging=never|--pager=(?:no|never|cat)|core\.pager=(?:cat)?)$/
const NO_PAGER_SET =
  /(?:^|[\s;&|(])(?:GIT_PAGER|PAGER|MANPAGER|SYSTEMD_PAGER|AWS_PAGER|GH_PAGER)=(?:cat|''|"")?(?=[\s;&|)]|$)/
/** Options that give a prompt something to run, and options that keep it open anyway. */
const RUNS = /^(?:-[a-zA-Z]*[cefm]|--(?:command|file|eval|execute|exec|query|print|version|help|list))(?:=|$)/
const STAYS = /^(?:-i|--interactive|-a|--repl)$/

/**
 * Finds a program that reads typed input in a command: a hook does not see what happens in its terminal. Undefined: the command has none.
 */
export function typedProgram(command: string, place: Place): string | undefined {
  const { parts } = decide({ tool: TERMINAL, specifier: { kind: 'shell', command }, place }, PLAIN)
  for (const part of parts) {
    const name = typedBy(part, command)
    if (name !== undefined) return name
  }
  return undefined
}

// Marked destructive, so that the decision lists every part.
const TERMINAL = { ...toolFacts('terminal.exec'), destructive: true }
const PLAIN = compilePolicy({ mode: 'default', layers: [] })

function typedBy({ label, range, carriers }: PartDecision, command: string): string | undefined {
  const [program = '', ...words] = label.split(/\s+/)
  const name = program.slice(program.lastIndexOf('/') + 1)
  // The output of a substitution is not a terminal, but its input may be one.
  const around = placeIn(command, range)
  const shown = !around.output && !carriers.includes('$(…)')
  const pages = shown && !words.some((word) => NO_PAGER.test(word)) && !NO_PAGER_SET.test(command)
  if (name === 'git') return gitTypes(words, pages) ? `git ${subcommandOf(words)}` : undefined
  const kind = KINDS.get(name) ?? KINDS.get(name.replace(/[\d.]+$/, ''))
  switch (kind) {
    case 'always':
      return name
    case 'pager':
      return pages ? name : undefined
    case 'prompt':
    case 'client':
      return !around.input && (words.some((word) => STAYS.test(word)) || !namesWhatToRun(words, kind))
        ? name
        : undefined
    case undefined:
      return undefined
  }
}

function namesWhatToRun(words: readonly string[], kind: Kind): boolean {
  return words.some((word) => RUNS.test(word) || (kind === 'prompt' && !word.startsWith('-')))
}

function gitTypes(words: readonly string[], pages: boolean): boolean {
  const subcommand = subcommandOf(words)
  if (words.some((word) => GIT_ALWAYS_TYPES.test(word)) && !GIT_PAGES.test(subcommand)) return true
  if (GIT_PAGES.test(subcommand)) return pages
  if (GIT_SELDOM_TYPES.test(subcommand)) return false
  return GIT_TYPES.test(subcommand) && !words.some((word) => GIT_EDITS_NOTHING.test(word))
}

function subcommandOf(words: readonly string[]): string {
  const at = words.findIndex(
    (word, index) => !word.startsWith('-') && !/^(?:-C|-c)$/.test(words[index - 1] ?? ''),
  )
  return words[at] ?? ''
}

/** Whether its input and its output are redirected away from the terminal. */
function placeIn(
  command: string,
  range: PartDecision['range'],
): { readonly input: boolean; readonly output: boolean } {
  if (range === undefined) return { input: false, output: false }
  const [before, own, after] = [
    command.slice(0, range.start),
    command.slice(range.start, range.end),
    command.slice(range.end),
  ]
  return {
    input: /(?:^|[^|])\|&?\s*$/.test(before) || /<(?!\s*\/dev\/(?:tty|pts))/.test(own),
    output: /^\s*(?:\|(?!\|)|1?>)/.test(after) || /(?:^|\s)1?>/.test(own),
  }
}
