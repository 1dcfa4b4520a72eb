import type { FeatureBody } from '@countersign/protocol'
import type { Line } from './lines.ts'

/** A body of a feature's own kind as lines; undefined: it is of another version, and its arguments are drawn. */
export interface FeatureBodyLines {
  readonly kind: FeatureBody['kind']
  lines(body: FeatureBody): readonly Line[] | undefined
}
