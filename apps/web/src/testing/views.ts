export * from '@countersign/protocol/testing/views'
