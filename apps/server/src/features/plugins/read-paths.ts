/** Whether a workspace path matches one of the globs: `*` within a name, `**` across folders. */
export function fitsOne(path: string, globs: readonly string[]): boolean {
  return globs.some((glob) => pattern(glob).test(path))
}

function pattern(glob: string): RegExp {
  const parts = glob.split('/').map((part, index, all) => {
    if (part === '**') return index === all.length - 1 ? '.*' : '(?:[^/]+/)*'
    const name = part.split('*').map(literal).join('[^/]*')
    return index === all.length - 1 ? name : `${name}/`
  })
  return new RegExp(`^${parts.join('')}$`, 'u')
}

function literal(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`)
}
