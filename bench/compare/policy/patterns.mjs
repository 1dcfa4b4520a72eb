// A hand-written allow list of regular expressions over the whole text, with a list of harmless programs.
import { pattern } from './serve.mjs'

const HARMLESS =
  /^(?:ls|pwd|cat|head|tail|wc|grep|rg|find|tree|file|stat|du|df|which|whoami|id|date|echo|printf|sort|uniq|cut|tr|diff|jq|sed|awk|git (?:status|log|diff|show|branch|blame|rev-parse|ls-files))(?: |$)/

const OPERATORS = /&&|\|\||[;|\n]/

/** The same, but the text is split at operators first, as careful people do. */
export function byPatterns({ command, rules, mode }) {
  const parts = command
    .split(OPERATORS)
    .map((part) => part.trim())
    .filter((part) => part !== '')
  if (rules.deny.some((rule) => hits(rule, command, parts))) return 'block'
  const harmless = parts.length > 0 && parts.every((part) => HARMLESS.test(part) && !/[>`]|\$\(/.test(part))
  if (mode === 'plan') return harmless ? 'run' : 'block'
  if (rules.ask.some((rule) => hits(rule, command, parts))) return 'ask'
  if (mode === 'auto') return 'run'
  if (harmless && mode !== 'strict') return 'run'
  const covered =
    parts.length > 0 &&
    parts.every((part) => HARMLESS.test(part) || rules.allow.some((rule) => covers(rule, part)))
  return covered ? 'run' : 'ask'
}

function covers(rule, part) {
  const text = pattern(rule)
  return text === undefined || (text !== null && expression(text).test(part))
}

function hits(rule, command, parts) {
  return covers(rule, command) || parts.some((part) => covers(rule, part))
}

const known = new Map()
function expression(text) {
  const made = known.get(text) ?? new RegExp(`^${source(text)}$`, 's')
  known.set(text, made)
  return made
}

/** A trailing ` *` may be empty; any other `*` matches any text. */
function source(text) {
  const escaped = text.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`)
  return escaped.replace(/ \*$/, '(?: .*)?').replaceAll(/(?<!\.)\*/g, '.*')
}
