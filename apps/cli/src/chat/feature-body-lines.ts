import type { FeatureBody } from '@countersign/protocol'
import type { Line } from './lines.ts'

/** A feature's own body as lines; undefined: it is of another version, and its arguments are drawn. */
export interface FeatureBodyLines {
  readonly kind: FeatureBody['kind']
  lines(body: FeatureBody): readonly Line[] | undefined
}
