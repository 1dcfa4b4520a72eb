/** The two live regions. What is said in them is decided in `announce`. */
export function Announcer() {
  return (
    <>
      <div id="polite" role="status" aria-live="polite" className="sr-only" />
      <div id="assertive" role="alert" aria-live="assertive" className="sr-only" />
    </>
  )
}
