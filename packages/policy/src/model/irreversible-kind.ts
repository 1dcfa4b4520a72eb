/** What is lost for good (SPEC P20). `explain/` has the words. */
export type IrreversibleKind =
  /** Data in another system: cloud resources, clusters, queues, secrets, releases, backups, container volumes. */
  | 'held'
  /** Rows, tables and keys of a database. */
  | 'data'
  /** Version-control data that no ref keeps. */
  | 'history'
  /** Files on another machine or in a container. */
  | 'elsewhere'
  /** Something outside the workspace is removed. */
  | 'removed'
  /** Something outside the workspace is overwritten. */
  | 'overwritten'
  /** Undo does not keep it and nothing regenerates it, according to the disk. */
  | 'unkept'
