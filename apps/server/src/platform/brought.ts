/** Something that a person downloaded into the data folder: a browser, a model, data for OCR. The status pane lists and removes it. */
export interface Brought {
  /** Unique among all features: `feature:thing`. */
  readonly id: string
  /** For people. */
  readonly name: string
  /** Its folder. */
  readonly path: string
  remove(): Promise<void>
}
