import { display, literal, textField, type Field } from '../../model/field.ts'
import type { Inner, Touch } from '../../model/part.ts'
import type { ParsedArgs, ParsedOption } from './spec.ts'

interface Mount {
  readonly host: string
  readonly target: string
}

/** The command in a container again, with the paths of this machine that its mounts represent. */
export function throughMounts(inner: readonly Inner[], options: readonly ParsedOption[]): readonly Inner[] {
  const mounts = options.flatMap(mountOf)
  if (mounts.length === 0) return []
  return inner.flatMap((each): readonly Inner[] => {
    if (each.kind === 'script') {
      const text = mapped(each.text, mounts)
      return text === each.text ? [] : [{ ...each, text }]
    }
    if (each.kind !== 'argv') return []
    const argv = each.argv.map((field) => mapped(field, mounts))
    return argv.every((field, at) => field === each.argv[at]) ? [] : [{ ...each, argv }]
  })
}

/** `-v HOST:TARGET`, `--mount type=bind,src=HOST,dst=TARGET`; a read-only mount is safe. */
function mountOf({ names, value }: ParsedOption): readonly Mount[] {
  const text = literal(value)
  if (text === undefined || !names.some((name) => /^--(?:volume|mount)$/.test(name))) return []
  if (/:(?:[^:]*,)?ro\b|(?:^|,)(?:readonly|ro)\b/.test(text)) return []
  const [first = '', second = ''] = text.split(':')
  const host = /(?:^|,)(?:source|src)=([^,]*)/.exec(text)?.[1] ?? first
  const target = /(?:^|,)(?:target|destination|dst)=([^,]*)/.exec(text)?.[1] ?? second
  const bare = target.replace(/\/+$/, '')
  return /[./~]/.test(host) && bare.startsWith('/') ? [{ host: host.replace(/\/+$/, ''), target: bare }] : []
}

function mapped(field: Field, mounts: readonly Mount[]): Field {
  const text = literal(field)
  if (text === undefined) return field
  const changed = mounts.reduce((so, mount) => replaced(so, mount), text)
  return changed === text ? field : textField(changed, field.range, { quoted: field.quoted })
}

/** The target if it is a path or the beginning of one. */
function replaced(text: string, { host, target }: Mount): string {
  let out = ''
  let from = 0
  for (let at = text.indexOf(target); at !== -1; at = text.indexOf(target, at + target.length)) {
    const before = text.charAt(at - 1)
    const after = text.charAt(at + target.length)
    if (!/^[\s"'=:;&|()]?$/.test(before) || !/^[\s/"';&|()]?$/.test(after)) continue
    out += text.slice(from, at) + (host === '' && !after.startsWith('/') ? '/' : host)
    from = at + target.length
  }
  return out + text.slice(from)
}

/** Mounted paths may be written from inside. */
export function mountedBy({ names, value }: ParsedOption): readonly Touch[] {
  const text = literal(value)
  if (value === undefined || text === undefined || !names.some((name) => /^--(?:volume|mount)$/.test(name)))
    return []
  if (/:(?:.*,)?ro\b|(?:^|,)(?:readonly|ro)\b/.test(text)) return []
  const host = /(?:^|,)(?:source|src)=([^,]*)/.exec(text)?.[1] ?? text.split(':')[0] ?? ''
  if (!text.includes(':') && !text.includes(',')) return []
  if (!/[./]/.test(host)) return []
  return [{ act: 'read', path: textField(host, value.range), recursive: true, perhaps: true, spread: true }]
}

/** Started with all rights over this machine, or with access to the container runtime's socket. */
export function ownsMachine({ options }: ParsedArgs): readonly Touch[] {
  const full = options.find(
    ({ names, value }) =>
      names.includes('--privileged') ||
      (value !== undefined && /^[^:]*\/(?:docker|podman|containerd)\.sock(?::|,|$)/.test(display(value))),
  )
  if (full === undefined) return []
  const path = textField('/', full.field.range)
  return [{ act: 'read', path, recursive: true, perhaps: true, spread: true }]
}
