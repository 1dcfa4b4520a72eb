/** What is lost for good (SPEC P20). `explain/` has the words. */
export type IrreversibleKind =
  /** What another system holds: cloud resources, clusters, queues, secrets, releases, backups, container volumes. */
  | 'held'
  /** Rows, tables and keys of a database. */
  | 'data'
  /** Version-control data that no ref keeps afterwards. */
  | 'history'
  /** Files on another machine or in a container. */
  | 'elsewhere'
  /** Something outside the workspace is removed. */
  | 'removed'
  /** Something outside the workspace is overwritten. */
  | 'overwritten'
  /** Undo does not keep it and nobody makes it again; the disk says so. */
  | 'unkept'
