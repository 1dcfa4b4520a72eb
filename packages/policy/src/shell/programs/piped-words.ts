import { literal, textField, type Field } from '../../model/field.ts'
import type { Hazard, Inner } from '../../model/part.ts'
import { shellText } from './joined-words.ts'
import { hazard } from './table-parts.ts'

/** A word that the program treats as a command, although a file or a setting is expected there. */
interface Piped {
  readonly programs: RegExp
  /** The first group is the command. */
  readonly words: RegExp
  /** Only in the word after this one. */
  readonly behind?: RegExp
  /** Commas separate its words. */
  readonly commas?: true
  /** Rules for interpreters are taken literally; deny, ask and breakers still see the started commands. */
  readonly plain?: true
}

const PIPED: readonly Piped[] = [
  { programs: /^r?ed$/, words: /^!\s*(.+)$/s },
  { programs: /^perl/, words: /^\s*\|\s*(\w[^|]*)$|^([\w./~][^|;]*?)\s*\|\s*$/s, plain: true },
  { programs: /^(?:gs|ghostscript|gsx)$/, words: /(?:^|=)(?:\||%pipe%)\s*(.+)$/s },
  {
    programs: /^(?:magick|convert|mogrify|identify|composite|montage|compare|display|stream|gm)$/,
    words: /(?:^|:)\|\s*(.+)$/s,
  },
  { programs: /^gnuplot$/, words: /(?:^|["'])\s*[<|]\s*(\w[^"']+)/ },
  { programs: /^(?:psql|pgcli)$/, words: /(?:^|=|\\(?:o|out|g|gx|w)\s+)\|\s*(\w[^|]*)$/s },
  { programs: /^(?:sqlite3?|duckdb)$/, words: /\.(?:output|once|import|excel|log)\s+["']?\|\s*([^"']+)/ },
  { programs: /^sqlite3?$/, words: /\bedit\s*\([^,()]*,\s*["']([^"']+)["']/i },
  { programs: /^(?:mysql|mariadb|mycli)$/, words: /^--pager=(.+)$|\\P\s+(\w.*)/s },
  { programs: /^dc$/, words: /(?:^|\s)!\s*([^<>=\s].*)$/s },
  { programs: /^(?:mailx?|s-nail|mutt|neomutt)$/, words: /^\|\s*(.+)$/s },
  { programs: /^(?:apt|apt-get|aptitude)$/, words: /-Invoke(?:-\w+)?:{0,2}=(.+)$/is },
  { programs: /^(?:dpkg|dpkg-deb)$/, words: /^--(?:pre|post)-invoke=(.+)$/s },
  { programs: /^tcpdump$/, words: /^(.+)$/s, behind: /^-\w*z$/ },
  {
    programs: /^(?:\w+-)*(?:gcc|g\+\+|cc|c\+\+|clang|clang\+\+)(?:-\d+)?$/,
    words: /^(.+)$/s,
    behind: /^-wrapper$/,
    commas: true,
  },
  { programs: /^tmux$/, words: /^(.+)$/s, behind: /^default-command$/ },
  {
    programs: /^tmux$/,
    words:
      /\b(?:run-shell|run|if-shell|if|pipe-pane|split-window|new-window|respawn-\w+)\s+(?:-\w+\s+)*["']?([^"']+)/,
  },
  { programs: /^tmux$/, words: /^(.+)$/s, behind: /^(?:run-shell|run)$/ },
]

/** Most programs are not listed. */
const ANY = new RegExp(PIPED.map(({ programs }) => programs.source).join('|'))
const NONE = { inner: [], hazards: [] }

/** The commands that such words start, for deny, ask and breakers, and the resulting hazard. */
export function pipedWords(
  program: string,
  argv: readonly Field[],
): { readonly inner: readonly Inner[]; readonly hazards: readonly Hazard[] } {
  if (!ANY.test(program)) return NONE
  const rows = PIPED.filter(({ programs }) => programs.test(program))
  const inner: Inner[] = []
  const hazards: Hazard[] = []
  for (const { words, behind, commas, plain } of rows) {
    for (const [index, field] of argv.entries()) {
      const before = argv[index - 1]
      const text = index === 0 ? undefined : literal(field)
      if (
        text === undefined ||
        (behind !== undefined && !behind.test(before === undefined ? '' : (literal(before) ?? '')))
      )
        continue
      const command = words
        .exec(text)
        ?.slice(1)
        .find((group) => group !== undefined)
      if (command === undefined) continue
      const shown = commas === true ? command.replaceAll(',', ' ') : command
      inner.push({ ...shellText(textField(shown, field.range, { quoted: true })), remote: true })
      if (plain !== true) hazards.push(hazard('starts', field, text))
    }
  }
  return { inner, hazards }
}
