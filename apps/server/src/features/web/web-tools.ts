import type { Tool } from '@countersign/agent'
import type { Egress } from '../../platform/egress/egress.ts'
import { webFetch } from './fetch.ts'
import type { SearchService } from './search-services.ts'
import { webSearch } from './search.ts'

/** Milliseconds for a page of the web, redirects included. */
const FETCH_TIME = 30_000

/** Tools for the web; `service` is the one that searches, as it is set up now. */
export function webTools(egress: Egress, service: () => Promise<SearchService | undefined>): readonly Tool[] {
  return [webFetch({ egress, time: FETCH_TIME }), webSearch(service)]
}
