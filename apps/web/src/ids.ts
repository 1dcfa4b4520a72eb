/** Ids of requests: unique within a connection is enough. */
export type RequestIds = () => string

export const randomRequestIds: RequestIds = () => {
  const words = crypto.getRandomValues(new Uint32Array(3))
  return `req_${[...words].map((word) => word.toString(36)).join('')}`
}
