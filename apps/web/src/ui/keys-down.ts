const down = new Set<string>()
let watching = false

/** Keys that are down right now, by `code`. Tracking starts with `watchKeys`. */
export function keysDown(): ReadonlySet<string> {
  return down
}

/** Starts tracking, once per page. A window that loses focus clears the set, because it will not see the release. */
export function watchKeys(target: Window): void {
  if (watching) return
  watching = true
  target.addEventListener('keydown', (event) => down.add(event.code), true)
  target.addEventListener('keyup', (event) => down.delete(event.code), true)
  target.addEventListener('blur', () => down.clear())
}
