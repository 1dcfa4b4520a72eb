import { display, knownPrefix, literal, type Field } from '../../model/field.ts'

/** A word that is a URL, a repository address or the like, as far as its beginning is known. */
export function isAddress(field: Field): boolean {
  return /^(?:[a-z][a-z0-9+.-]*:\/\/|git@|(?:git\+|github:|gitlab:|bitbucket:|gist:|hg\+|svn\+|bzr\+))/i.test(
    knownPrefix(field),
  )
}

/** A package that is not looked up by its name: a URL, `name@URL`, `github:a/b`, or `a/b` for a repository of GitHub. */
export function isPackageAddress(field: Field): boolean {
  const text = knownPrefix(field)
  return (
    isAddress(field) ||
    /^(?:@[^/@]+\/)?[^/@]+@(?:[a-z+]+:\/\/|git@|github:|git\+|file:)/i.test(text) ||
    /^[\w-]+\/[\w.-]+(?:#.*)?$/.test(literal(field) ?? '')
  )
}

/** `host:path` or `user@host:path`, as `scp` and `rsync` take it; a slash before the colon makes it a local path. */
export function isRemotePath(field: Field): boolean {
  const text = display(field)
  return /^(?:[a-z]+:\/\/|\[[^\]]+\]:|[^/:\s]+:)/i.test(text)
}

/** Scheme and host of a web address, or of a word that a program treats as one without its scheme. */
export function originOf(field: Field): string | undefined {
  const text = literal(field) ?? knownPrefix(field)
  const [, scheme = '', host] = /^(?:([a-z][a-z0-9+.-]*):\/\/)?(?:[^/?#@]*@)?([^/?#]+)/i.exec(text) ?? []
  if (host === undefined) return undefined
  return `${scheme === '' ? 'http' : scheme.toLowerCase()}://${host.toLowerCase()}`
}

/** An address of this machine. */
export function isLoopback(field: Field): boolean {
  const [, host = ''] = /^[a-z+]+:\/\/(.*)$/.exec(originOf(field) ?? '') ?? []
  return /^(?:localhost|[\w-]+\.localhost|127(?:\.\d+){3}|\[::1\]|0\.0\.0\.0)(?::\d+)?$/.test(host)
}
