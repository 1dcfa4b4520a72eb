import { signedPartsText, type ChangeCall } from '@countersign/protocol'
import type { Reader } from '../../platform/cards/settled.ts'
import { settledTexts } from '../../platform/cards/settled-texts.ts'
import { clockTime } from '../../ui/times.ts'

/** Who or what allowed a call. */
export function signatureText({ signature, at }: ChangeCall, reader: Reader): string {
  if (signature === null) return clockTime(at)
  const parts = signature.parts === undefined ? '' : `, ${signedPartsText(signature.parts)}`
  switch (signature.via) {
    case 'person':
      return `${settledTexts.byPerson(reader.person(signature.by))}${parts}, ${clockTime(signature.at)}`
    case 'rule':
      return settledTexts.byRule(signature.by)
    case 'mode':
      return settledTexts.byMode(reader.modeLabel(signature.by))
    case 'readonly':
      return settledTexts.readOnly
    default:
      return signature.by
  }
}

/** The first eight digits of the argument hash, in two groups. */
export function digitsOf({ hash }: Pick<ChangeCall, 'hash'>): string {
  return `${hash.slice(0, 4)} ${hash.slice(4, 8)}`.trim()
}
