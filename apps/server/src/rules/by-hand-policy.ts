import { compilePolicy, parseRule, type LayerSource, type Policy } from '@countersign/policy'

/** The policy for acts by hand: only the administrator's denials of tools. No mode binds a person. */
export function byHandPolicy({ mode: _mode, lists, ...managed }: LayerSource): Policy {
  const denials = { ...managed, lists: { deny: (lists.deny ?? []).filter((text) => !isAboutModes(text)) } }
  return compilePolicy({ mode: 'auto', layers: [denials], builtins: false })
}

function isAboutModes(text: string): boolean {
  const parsed = parseRule(text)
  return parsed.ok && parsed.value.tool === 'mode'
}
