const down = new Set<string>()
let watching = false

/** Keys that are down right now, by `code`. Watching starts with `watchKeys`. */
export function keysDown(): ReadonlySet<string> {
  return down
}

/** Starts watching; once for the page. A window that loses focus forgets, for it will not hear the release. */
export function watchKeys(target: Window): void {
  if (watching) return
  watching = true
  target.addEventListener('keydown', (event) => down.add(event.code), true)
  target.addEventListener('keyup', (event) => down.delete(event.code), true)
  target.addEventListener('blur', () => down.clear())
}
