import type { Page, Request } from 'playwright-core'
import { isWeb } from './requests.ts'

/** Whether it sends a body, including one that the browser does not show: a file or a stream. */
export async function hasBody(request: Request): Promise<boolean> {
  const { 'content-type': type, 'content-length': length = '0' } = await request.allHeaders()
  return type !== undefined || length !== '0'
}

export function pageOf(request: Request): Page | undefined {
  try {
    return request.frame().page()
  } catch {
    // A navigation of a window that does not exist yet, or a worker's request.
    return undefined
  }
}

export function isMainNavigation(request: Request): boolean {
  if (!request.isNavigationRequest()) return false
  try {
    return request.frame().parentFrame() === null
  } catch {
    return true
  }
}

export function topOf(page: Page | undefined): URL | undefined {
  const url = page?.url() ?? ''
  return isWeb(url) ? new URL(url) : undefined
}
