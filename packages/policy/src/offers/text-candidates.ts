import { escapeGlob } from '../text/glob.ts'
import { candidate } from './candidate.ts'
import type { Candidate } from './offer.ts'

/** Nobody would read a longer rule again. */
const MAX_EXACT = 200

/** Rules for a tool whose specifier is plain text: exactly this text, or the tool. Never all tools of a server. */
export function textCandidates(tool: string, text: string): readonly Candidate[] {
  const readable = text !== '' && text === text.trim() && text.length <= MAX_EXACT
  return [
    ...(readable ? candidate(`${tool}(${escapeGlob(text)})`, 'exact', `${tool} with exactly this text`) : []),
    ...candidate(tool, 'tool', `every use of ${tool}`),
  ]
}
